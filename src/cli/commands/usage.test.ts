import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const day = Date.UTC(2027, 1, 1);
const count = {
  version: '1',
  operation: 'GET /users',
  kind: 'caller',
  consumer: 'ada',
  day: null,
  calls: 12,
  refused: 2,
  first: day,
  last: day + 3_600_000,
  members: { 'query.page': 3 },
};
const counts = [count, { ...count, consumer: '=a,"b"\u001b[31m', kind: 'custom', refused: 0, last: day, members: {} }];

/** A service whose store answers every filter with the same counts, and one that cannot be opened. */
let project: ReturnType<typeof makeProject>;
beforeAll(() => {
  const service = (open: string) => `
    import { Controller, defineService, Get, Module } from 'svckit';
    @Controller('users') class Users { @Get() list() {} }
    @Module({ controllers: [Users] }) class Root {}
    export default defineService({ root: Root, openUsage: ${open} });`;
  project = makeProject({
    'svc.config.ts': service(
      `({ env }) => ({ store: { read: (filter) => (env.SEEN?.push(filter), JSON.parse(env.READING)) } })`,
    ),
    'broken.config.ts': service(`async () => { throw new Error('The database does not respond.'); }`),
  });
});
afterAll(() => project.remove());

const usage = (argv: readonly string[], reading: object = { since: day, counts }, env: object = {}) =>
  capture(['usage', ...argv], { cwd: project.cwd, env: { READING: JSON.stringify(reading), ...env } });

describe('svc usage', () => {
  it('shows who called what, the latest first', async () => {
    const { code, stdout, stderr } = await usage([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "VERSION  OPERATION   CONSUMER          KIND    CALLS  REFUSED  FIRST       LAST               DEPRECATED
      1        GET /users  ada               caller  12     2        2027-02-01  2027-02-01T01:00Z  query.page=3
      1        GET /users  =a,"b"\\u001b[31m  custom  12              2027-02-01  2027-02-01

      Counted since 2027-02-01.
      "
    `);
  });

  it('writes CSV and JSON for programs', async () => {
    expect((await usage(['--format', 'csv'])).stdout).toBe(
      [
        'version,operation,kind,consumer,day,calls,refused,first,last,members',
        '1,GET /users,caller,ada,,12,2,2027-02-01T00:00:00.000Z,2027-02-01T01:00:00.000Z,query.page=3',
        '1,GET /users,custom,"\'=a,""b""\\u001b[31m",,12,0,2027-02-01T00:00:00.000Z,2027-02-01T00:00:00.000Z,',
        '',
      ].join('\r\n'),
    );
    expect(JSON.parse((await usage(['--format', 'json'])).stdout)).toMatchObject({
      version: 1,
      since: '2027-02-01T00:00:00.000Z',
      counts: [{ ...count, first: '2027-02-01T00:00:00.000Z', last: '2027-02-01T01:00:00.000Z' }, {}],
    });
  });

  it('passes its filters on', async () => {
    const SEEN: object[] = [];
    const filters = ['--api-version', '1', '--operation', 'GET /users', '--consumer', 'ada', '--since', '2027-01-01'];
    await usage([...filters, '--by-day'], { since: day, counts: [] }, { SEEN });
    expect(SEEN).toEqual([
      { version: '1', operation: 'GET /users', consumer: 'ada', since: '2027-01-01', byDay: true },
    ]);
  });

  it('says so when there is nothing', async () => {
    expect((await usage([], { since: null, counts: [] })).stdout).toBe('No calls have been counted yet.\n');
    expect((await usage([], { since: day, counts: [] })).stdout).toBe('No calls match. Counted since 2027-02-01.\n');
  });

  it.each([
    [['--since', 'soon'], 2, '--since "soon" is not a date.'],
    [['--format', 'tsv'], 2, 'Did you mean "csv"?'],
    [['--url', 'api.example.com'], 2, '--url "api.example.com" is not an address.'],
    [['--url', 'http://127.0.0.1:1/api'], 1, 'http://127.0.0.1:1/api/usage cannot be reached: '],
    [['--url', 'http://127.0.0.1:1', '--config', 'svc.yaml'], 2, 'Use --url or --config, not both.'],
    [['-H', 'X-API-Key: 1'], 2, '--header belongs to --url: name the running service with it.'],
    [
      ['--url', 'http://127.0.0.1:1', '-H', 'X-API-Key: $KEY'],
      2,
      'A --header names the environment variable KEY, which is not set. Set it, or write $$ for a dollar sign.',
    ],
    [['--url', 'http://127.0.0.1:1', '-H', 'X-API-Key $READING'], 2, "Use -H 'Name: value'"],
    [['broken.config.ts'], 1, 'The usage cannot be read: The database does not respond.'],
  ])('explains what is wrong with %j', async (argv, code, message) => {
    const result = await usage(argv);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it('explains where a service keeps its usage when it does not say so', async () => {
    const { code, stderr } = await capture(['usage'], { cwd: fixture('header') });
    expect(code).toBe(2);
    expect(stderr).toContain('Add openUsage to its definition');
  });
});

describe('svc usage --url', () => {
  const seen: IncomingMessage[] = [];
  let answer: readonly [status: number, body: string];
  const server = createServer((req, res) => {
    seen.push(req);
    res.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());
  const ask = (...argv: readonly string[]) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
    return capture(['usage', '--url', url, ...argv], { cwd: fixture(''), env: { SVC_TOKEN: 'secret' } });
  };

  it('asks a running service with the token of an admin', async () => {
    const iso = '2027-02-01T00:00:00.000Z';
    answer = [200, JSON.stringify({ since: iso, counts: [{ ...count, first: iso, last: iso }] })];
    const { code, stdout } = await ask('--api-version', '1', '--since', '2027-01-01');
    expect(code).toBe(0);
    expect(stdout).toContain('ada');
    expect(seen.at(-1)!.url).toBe('/api/usage?api-version=1&since=2027-01-01');
    expect(seen.at(-1)!.headers.authorization).toBe('Bearer secret');
  });

  it('sends headers whose values come from the environment', async () => {
    answer = [200, JSON.stringify({ since: null, counts: [] })];
    const { code } = await ask('-H', 'X-API-Key: $SVC_TOKEN-${SVC_TOKEN}', '--header', 'X-Cost: $$5');
    expect(code).toBe(0);
    expect(seen.at(-1)!.headers).toMatchObject({
      'x-api-key': 'secret-secret',
      'x-cost': '$5',
      authorization: 'Bearer secret',
    });
    answer = [403, '{}'];
    const { stderr } = await ask('-H', 'authorization: Basic $SVC_TOKEN');
    expect(seen.at(-1)!.headers.authorization).toBe('Basic secret');
    expect(stderr).not.toContain('secret');
  });

  it('does not read an answer without an end', async () => {
    answer = [200, ' '.repeat(65 * 1024 * 1024)];
    const { code, stderr } = await ask();
    expect(code).toBe(1);
    expect(stderr).toContain('answers with more than 64 MiB. Narrow the counts with --api-version');
  });

  it.each([
    [403, '{}', 'Set SVC_TOKEN to the token'],
    [404, '{}', 'answers 404 without usage.'],
    [200, '<html>', 'answers 200 without usage.'],
  ])('explains an answer %i %s', async (status, body, message) => {
    answer = [status, body];
    const { code, stderr } = await ask();
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });
});
