import { describe, expect, it } from 'vitest';
import { openPromise } from '../promised-api.js';
import { compareRecorded } from './compare-recorded.js';
import { readHar } from './read-har.js';

const entry = (
  request: object,
  response: object = {
    status: 200,
    content: { mimeType: 'application/json', text: '{"items":[{"id":1,"name":"a"}],"trace":"x"}' },
  },
) => JSON.stringify({ log: { version: '1.2', entries: [{ request, response }] } });
const get = {
  method: 'GET',
  url: 'https://old.example.com/items?limit=2',
  headers: [
    { name: 'Host', value: 'old.example.com' },
    { name: 'X-API-Version', value: '1' },
  ],
};

const properties = { id: { type: 'integer' }, name: { type: 'string' } };
const schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'object', properties } } } };
const api = openPromise(
  [
    {
      version: null,
      document: {
        openapi: '3.1.0',
        paths: { '/items': { get: { responses: { '200': { content: { 'application/json': { schema } } } } } } },
      },
    },
  ],
  { base: '', isService: false, applications: {} },
);
const compare = (status: number, body: unknown) =>
  compareRecorded(api.operations[0]!, readHar(entry(get))[0]!, { status, headers: {}, text: JSON.stringify(body) }).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );

describe('a HAR file', () => {
  it('is read without what belongs to the recorded connection', () => {
    expect(readHar(entry(get))[0]).toMatchObject({
      entry: 0,
      method: 'GET',
      target: '/items?limit=2',
      headers: { 'x-api-version': '1' },
      status: 200,
    });
  });

  it.each([
    ['{', /^it is not JSON: /],
    ['{}', /^it has no log\.entries\. Export it as HAR 1\.2\.$/],
    [entry({ method: 'GET', url: '/items' }), /^log\.entries\[0\] has no request\.url that is an absolute address\.$/],
    [entry({ url: 'http://a/b' }), /^log\.entries\[0\] has no request\.method\.$/],
    [entry(get, {}), /^log\.entries\[0\] has no response\.status\.$/],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => readHar(text)).toThrow(message);
  });

  it('is compared by declared members, not by values', () => {
    expect(compare(200, { items: [{ id: 2, name: 'b' }] })).toEqual([]);
    expect(compare(200, { items: [] })).toEqual([]);
    expect(compare(200, { items: [{ id: 2 }] })).toEqual([
      'recorded-member-lost: the recorded answer had /items/*/name, which the new one lacks.',
    ]);
    expect(compare(404, {})).toEqual([
      'recorded-request-refused: the recorded status was 200, and the new one is 404.',
    ]);
  });
});
