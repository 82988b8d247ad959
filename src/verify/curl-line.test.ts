import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { readBySh } from '../text/testing/read-by-sh.js';
import { curlLine } from './curl-line.js';
import { openPromise } from './promised-api.js';
import { createSecrets } from './redact.js';
import { quoteShell } from '../text/escape.js';

const api = openPromise(
  [
    {
      version: null,
      document: {
        openapi: '3.1.0',
        paths: {},
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Shop' } } },
      },
    },
  ],
  { base: '', isService: false, applications: {} },
);

const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/[\0\u0001]/g, "'"));

describe('curlLine', () => {
  it('reaches curl word for word, whatever the request holds', () => {
    const requests = fc.sample(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'HEAD'),
        target: text.map((value) => `/${encodeURIComponent(value)}?q=${encodeURIComponent(value)}`),
        value: text.map((one) => one.replaceAll(/[^\x20-\x7e]/g, '')),
        body: text,
      }),
      runs(100),
    );
    const lines = requests.map(({ method, target, value, body }) =>
      curlLine(
        'http://localhost:3000',
        { method, target, headers: { 'X-Text': `a${value}` }, body },
        createSecrets(api),
      ),
    );
    expect(
      readBySh(lines).map((words) => [
        words.at(-1),
        words[words.indexOf('-H') + 1],
        words[words.indexOf('--data-raw') + 1],
      ]),
    ).toEqual(requests.map(({ target, value, body }) => [`http://localhost:3000${target}`, `X-Text: a${value}`, body]));
  });

  it('sends a header without a value', () => {
    const headers = { 'X-Empty': '', 'X-Text': 'a' };
    const line = curlLine('http://localhost', { method: 'GET', target: '/', headers }, createSecrets(api));
    expect(readBySh([line])[0]).toEqual(
      expect.arrayContaining(['-H', 'X-Empty;', '-H', 'X-Text: a', 'http://localhost/']),
    );
  });

  it('quotes any text as one word', () => {
    const values = fc.sample(text, runs(100));
    expect(readBySh(values.map((value) => `curl ${quoteShell(value)}`))).toEqual(values.map((value) => [value]));
  });

  it('shows no secret, and takes it from a variable', () => {
    const secrets = createSecrets(api);
    secrets.remember('Authorization', 'Bearer s3cr3t-token');
    secrets.remember('X-Shop', "it's mine");
    const headers = { Authorization: 'Bearer s3cr3t-token', 'X-Shop': "it's mine", Accept: '*/*' };
    const line = curlLine(
      'http://localhost',
      { method: 'POST', target: '/a?token=abcdef&b=1', headers, body: '{"echo":"s3cr3t-token"}' },
      secrets,
    );
    expect(line).not.toMatch(/s3cr3t|mine|abcdef/);
    const env = { SVC_AUTHORIZATION: 'Bearer s3cr3t-token', SVC_X_SHOP: "it's mine", SVC_TOKEN: 'abcdef' };
    expect(readBySh([line], env)[0]).toEqual(
      expect.arrayContaining([
        'Authorization: Bearer s3cr3t-token',
        "X-Shop: it's mine",
        'http://localhost/a?token=abcdef&b=1',
      ]),
    );
  });
});
