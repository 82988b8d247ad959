import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture } from '../testing/capture-io.js';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

/** Runs the command against a server that answers `GET /tags` as a function says; every answer promises the schema. */
async function verify(schema: JsonObject, answer: (res: ServerResponse) => void, argv: readonly string[] = []) {
  const server = createServer((req, res) => {
    if (req.method === 'GET' && req.url === '/tags') return answer(res);
    res.writeHead(req.method === 'HEAD' ? 200 : 404, { 'Content-Type': 'application/json' }).end();
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const responses = {
    200: { description: 'OK', content: { 'application/json': { schema } } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tags', version: '1.0.0' },
    paths: { '/tags': { get: { responses } } },
  };
  const project = makeProject({ 'openapi.json': JSON.stringify(document) });
  ends.push(project.remove, () => {
    server.closeAllConnections();
    return new Promise((done) => void server.close(done));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stdout } = await capture(
    ['verify', url, '--document', 'openapi.json', '--requests', '1', ...argv],
    project,
  );
  return { code, found: stdout.split('\n').filter((line) => /^ {2}(?:error|warning|info) /.test(line)) };
}

const json = (text: string) => (res: ServerResponse) =>
  void res.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
const tag = (text: string) => json(JSON.stringify({ tag: text }));
const withPattern = (pattern: string) => ({ type: 'object', properties: { tag: { type: 'string', pattern } } });

describe('svc verify', () => {
  it('decides a pattern that JavaScript would take years for', async () => {
    const { code, found } = await verify(withPattern('^(a+)+$'), tag(`${'a'.repeat(5_000)}!`));
    expect({ code, found }).toEqual({
      code: 1,
      found: ['  error    GET /tags: the body of 200 does not fit: /tag must match the pattern.  [body-mismatch]'],
    });
  });

  it('decides which names of members match a pattern', async () => {
    const schema = {
      type: 'object',
      patternProperties: { '^(a+)+$': { type: 'integer' } },
      additionalProperties: false,
    };
    expect(await verify(schema, json('{"aaa":1}'))).toEqual({ code: 0, found: [] });
    const { found } = await verify(schema, json(`{"aaa":"1","${'a'.repeat(5_000)}!":1}`));
    expect(found.join()).toContain('/aaa must be integer');
  });

  it('says what was not decided, which is no error of the service', async () => {
    const { code, found } = await verify(withPattern('^(a+)\\1$'), tag('aaaa'));
    expect({ code, found }).toEqual({
      code: 0,
      found: [
        '  warning  GET /tags: the body of 200 was not compared with its schema: it was not decided whether "aaaa" matches the pattern ^(a+)\\1$.  [not-decided]',
      ],
    });
    expect(await verify(withPattern('^(a+)\\1$'), tag('aaaa'), ['--fail-on', 'warning'])).toMatchObject({ code: 1 });
  });

  it('compares no item of a long list with each other one', async () => {
    const list = Array.from({ length: 6_000 }, (_, index) => ({ id: index }));
    const schema = { type: 'array', uniqueItems: true };
    expect(await verify(schema, json(JSON.stringify(list)))).toEqual({ code: 0, found: [] });
    const { code, found } = await verify(schema, json(JSON.stringify([...list, { id: 7 }])));
    expect(code).toBe(0);
    expect(found.join()).toContain('it was not decided whether the 6001 items of a list are unique.  [not-decided]');
    expect((await verify(schema, json('[1,{"a":1,"b":2},{"b":2,"a":1}]'))).found.join()).toContain('[body-mismatch]');
  });

  it('reports a body that is sent for ever', async () => {
    const { code, found } = await verify({ type: 'object' }, (res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        while (!res.destroyed && res.write(' '.repeat(65_536)));
        if (!res.destroyed) res.once('drain', more);
      };
      more();
    });
    expect({ code, found }).toEqual({
      code: 0,
      found: ['  warning  GET /tags: the body of 200 goes on beyond 8 MiB, and was not read further.  [body-endless]'],
    });
  });

  it('does not read an answer that is nested too deep for anybody', async () => {
    const depth = 100_000;
    const { code, found } = await verify({}, json('['.repeat(depth) + ']'.repeat(depth)));
    expect({ code, found }).toEqual({
      code: 1,
      found: [
        '  error    GET /tags: the body of 200 is not application/json: its values are nested more than 1000 levels deep.  [body-unreadable]',
      ],
    });
  });
});
