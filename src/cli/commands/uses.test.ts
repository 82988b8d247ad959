import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parseUsesFile } from '../../contract/consumers/uses-file.js';
import { capture } from '../testing/capture-io.js';

const pact = {
  consumer: { name: 'shop-web' },
  provider: { name: 'Books' },
  interactions: [
    {
      request: { method: 'get', path: '/books', query: { limit: ['2'] } },
      response: { status: 200, body: [{ id: 1, author: { 'a.b': 'x' } }] },
    },
    {
      type: 'Synchronous/HTTP',
      request: {
        method: 'POST',
        path: '/books/7/lines',
        body: { contentType: 'application/json', content: { sku: 'a' } },
      },
      response: { status: 204 },
    },
    { type: 'Asynchronous/Messages', contents: {} },
  ],
};
const har = {
  log: {
    version: '1.2',
    entries: [
      {
        request: { method: 'GET', url: 'https://x.example/books/9?page=2', headers: [] },
        response: { status: 200, content: { mimeType: 'application/json', text: '{"id":9}' } },
      },
    ],
  },
};
const usage = {
  counts: [
    { version: '1', operation: 'GET /books/{id} +tags', consumer: 'ada', members: { 'query.page': 3 } },
    { version: '1', operation: 'GET /books', consumer: 'bob', members: {} },
  ],
};

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'svc-uses-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, value] of Object.entries({ pact, har, usage }))
    writeFileSync(join(cwd, `${name}.json`), JSON.stringify(value));
});
const uses = (...words: string[]) => capture(['uses', ...words], { cwd });

describe('svc uses', () => {
  it('imports what tests of Pact expect', async () => {
    const file = parseUsesFile((await uses('--pact', 'pact.json', '--as-of', '2026-11-20')).stdout);
    expect(file).toMatchObject({
      consumer: 'shop-web',
      api: 'books',
      at: '2026-11-20',
      complete: true,
      evidence: 'pact',
    });
    expect(file.operations).toEqual([
      {
        operation: 'GET /books',
        reads: { '200': ['[].author', '[].author["a.b"]', '[].id'] },
        sends: ['query.limit'],
        exhaustive: [],
      },
      { operation: 'POST /books/{}/lines', reads: { '204': [] }, sends: ['body.sku'], exhaustive: [] },
    ]);
  });

  it('claims of recorded requests what is called and sent, and never what is read', async () => {
    const file = parseUsesFile((await uses('--har', 'har.json', '--api', 'books', '--consumer', 'shop')).stdout);
    expect(file).toMatchObject({ complete: false, evidence: 'har' });
    expect(file.operations).toEqual([{ operation: 'GET /books/{}', reads: {}, sends: ['query.page'], exhaustive: [] }]);
  });

  it('claims of usage what one consumer calls', async () => {
    const file = parseUsesFile((await uses('--usage', 'usage.json', '--api', 'books', '--consumer', 'ada')).stdout);
    expect(file.operations).toEqual([
      { operation: 'GET /books/{id}', reads: {}, sends: ['query.page'], exhaustive: [] },
    ]);
  });

  it('compares with a file, whatever its date and revision', async () => {
    const words = ['--pact', 'pact.json', '--out', 'books.uses.json'];
    expect(await uses(...words, '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    });
    expect(await uses(...words, '--release', '5.2=released')).toMatchObject({
      code: 0,
      stderr: 'Wrote books.uses.json.\n',
    });
    const again = [...words, '--release', '5.2=released', '--revision', 'b', '--as-of', '2027-01-01', '--check'];
    expect(await uses(...again)).toMatchObject({ code: 0 });
    expect(await uses(...words, '--check')).toMatchObject({
      code: 1,
      stdout: 'books.uses.json says something else than the code.\n',
    });
    expect(readFileSync(join(cwd, 'books.uses.json'), 'utf8')).toContain('"5.2"');
  });

  it.each([
    [[], 'Name what to read'],
    [['--pact', 'a', '--har', 'b'], 'Use one of'],
    [['--pact', 'none.json'], 'none.json cannot be read.'],
    [['--pact', 'usage.json'], 'usage.json: it has no interactions.'],
    [['--har', 'har.json', '--api', 'a'], 'Add --consumer'],
    [['--har', 'har.json', '--consumer', 'a'], 'Add --api'],
    [['--pact', 'pact.json', '--check'], 'Add --out'],
    [['--pact', 'pact.json', '--release', '5.2'], 'is no release'],
    [['--scan', 'none'], '--scan none is not a folder'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await uses(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('prints the JSON Schema of the file', async () => {
    expect(JSON.parse((await uses('--schema')).stdout)).toMatchObject({ title: 'svc uses' });
  });
});
