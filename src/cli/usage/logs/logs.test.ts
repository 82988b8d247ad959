import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../../export/testing/temporary-project.js';
import { capture } from '../../testing/capture-io.js';
import { parseLogLine } from './parse-log-line.js';

const month = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const two = (value: number) => String(value).padStart(2, '0');
const clf = (date: Date) =>
  `${two(date.getUTCDate())}/${month[date.getUTCMonth()]}/${date.getUTCFullYear()}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly date: Date;
  readonly user: string | null;
  readonly agent: string;
}

const word = fc.stringMatching(/^[A-Za-z\d_.-]{1,12}$/).filter((text) => text !== '-');
const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE'),
  // Not fc.webPath(), which prepares for a second.
  url: fc.stringMatching(/^\/(([\w~!$&'()*+,;=:@.-]|%[\dA-F]{2}){1,4}\/){0,3}([\w~!$&'()*+,;=:@.-]|%[\dA-F]{2}){0,4}$/),
  status: fc.integer({ min: 100, max: 599 }),
  date: fc
    .integer({ min: Date.UTC(2001, 0, 1) / 1000, max: Date.UTC(2060, 0, 1) / 1000 })
    .map((seconds) => new Date(seconds * 1000)),
  user: fc.option(word),
  agent: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== '-' && !/[\r\n]/.test(text)),
});

/** What servers write, each in its own way. */
const writers: Readonly<Record<string, (one: Sent) => string>> = {
  combined: ({ method, url, status, date, user, agent }) =>
    `192.0.2.1 - ${user ?? '-'} [${clf(date)}] "${method} ${url} HTTP/1.1" ${status} 12 "-" "${agent.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  'pino-http': ({ method, url, status, date, agent }) =>
    JSON.stringify({
      level: 30,
      time: date.getTime(),
      req: { method, url, headers: { 'user-agent': agent }, remoteAddress: '192.0.2.1' },
      res: { statusCode: status },
    }),
  nginx: ({ method, url, status, date, user, agent }) =>
    JSON.stringify({
      time_local: clf(date),
      remote_addr: '192.0.2.1',
      remote_user: user ?? '',
      request: `${method} ${url} HTTP/2.0`,
      status: String(status),
      http_user_agent: agent,
    }),
  caddy: ({ method, url, status, date, agent }) =>
    JSON.stringify({
      ts: date.getTime() / 1000,
      request: { method, uri: url, remote_ip: '192.0.2.1', headers: { 'User-Agent': [agent] } },
      status,
    }),
  envoy: ({ method, url, status, date, agent }) =>
    JSON.stringify({ start_time: date.toISOString(), method, path: url, response_code: status, user_agent: agent }),
};

describe.each(Object.entries(writers))('a line of %s', (_, write) => {
  it('is read back as it was sent', () => {
    fc.assert(
      fc.property(sent, (one) => {
        expect(parseLogLine(write(one), {})).toMatchObject({
          method: one.method,
          url: one.url,
          status: one.status,
          time: one.date.getTime(),
          agent: one.agent,
        });
      }),
    );
  });
});

it('reads a line of the common format, which names no agent', () => {
  expect(parseLogLine('192.0.2.1 - ada [20/Nov/2026:10:00:00 +0100] "GET /a HTTP/1.1" 200 -', {})).toMatchObject({
    user: 'ada',
    agent: null,
    time: Date.UTC(2026, 10, 20, 9),
  });
});

it.each(['', 'hello', '{', '[]', '{"a":1}', '192.0.2.1 - - [20/Foo/2026:10:00:00 +0100] "GET /a HTTP/1.1" 200 1'])(
  'reads %j as no request',
  (line) => expect(parseLogLine(line, {})).toBeNull(),
);

describe('svc usage --log', () => {
  const document = (version: string) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: `${version}.0.0` },
      servers: [{ url: 'https://example.com/api' }],
      paths: { '/orders/{id}': { get: { responses: {} } } },
    });
  const line = (url: string, more = '') =>
    `192.0.2.1 - ada [20/Nov/2026:10:00:00 +0000] "GET ${url} HTTP/1.1" 200 1${more}`;
  const project = makeProject({
    'svc.config.yaml':
      'versions: { "1": v1.json, "2": v2.json }\nversioning: { type: header, header: X-API-Version, defaultVersion: "1" }\n',
    'v1.json': document('1'),
    'v2.json': document('2'),
    'methods.json': JSON.stringify({
      openapi: '3.2.0',
      info: { title: 'Shop', version: '1.0.0' },
      paths: {
        '/echo': { trace: { responses: {} } },
        '/orders': { query: { responses: {} }, additionalOperations: { 'M-SEARCH': { responses: {} } } },
      },
    }),
    'access.log': [line('/api/orders/7'), line('/api/orders/8?a=1'), 'garbage', line('/nowhere'), ''].join('\n'),
    'json.log': [
      { time: 1e12, method: 'GET', path: '/api/orders/7', http_x_api_version: '2', user: 'bob' },
      { time: 1e12, method: 'GET', path: '/api/orders/7', http_x_api_version: '9', user: 'bob' },
      { time: 1e12, method: 'GET', path: '/api/orders/7', v: '2', user: 'eve' },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
    'query.log': line('/api/orders/7?version=2'),
  });
  writeFileSync(project.path('access.log.gz'), gzipSync(line('/api/orders/9')));
  afterAll(() => project.remove());
  const usage = (argv: string, input = '') => capture(['usage', ...argv.split(' ')], { cwd: project.cwd, input });

  it('counts by version, operation and consumer, and says what it could not count', async () => {
    expect(await usage('--log access.log --log access.log.gz --format csv')).toEqual({
      code: 0,
      stdout: `version,operation,kind,consumer,day,calls,refused,first,last,members
1,GET /orders/{id},caller,ada,,3,0,2026-11-20T10:00:00.000Z,2026-11-20T10:00:00.000Z,
`.replaceAll('\n', '\r\n'),
      stderr:
        '1 line could not be read, the first at access.log:3. Known formats: common, combined, JSON lines; --fields names the fields of others.\n1 request is for no operation of the API:\n  1  GET /nowhere\n',
    });
  });

  it('does not hold a line that no server writes, and reads on behind it', async () => {
    const long = `${line('/api/orders/7')} ${'a'.repeat(30_000_000)}`;
    writeFileSync(
      project.path('long.log.gz'),
      gzipSync([line('/api/orders/7'), long, line('/api/orders/8')].join('\n')),
    );
    const { code, stdout, stderr } = await usage('--log long.log.gz --format csv');
    expect(code).toBe(0);
    expect(stdout).toContain('1,GET /orders/{id},caller,ada,,2,');
    expect(stderr).toContain('1 line could not be read, the first at long.log.gz:2.');
  });

  it('reads on behind a field that nests lists', async () => {
    const user = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const hostile = `{"method":"GET","path":"/api/orders/7","time":1e12,"user":${user}}`;
    const { code, stdout } = await usage('--log - --format csv', `${hostile}\n${line('/api/orders/8')}`);
    expect(code).toBe(0);
    expect(stdout).toContain('1,GET /orders/{id},caller,ada,,1,');
  });

  it('counts the methods that only documents know', async () => {
    const of = (method: string, path: string) => line(path).replace('GET', method);
    const log = [
      of('TRACE', '/echo'),
      of('QUERY', '/orders'),
      of('QUERY', '/orders'),
      of('M-SEARCH', '/orders'),
      of('PUT', '/orders'),
    ];
    const { stdout, stderr } = await usage('--log - --document methods.json --format json', log.join('\n'));
    const { counts } = JSON.parse(stdout) as { counts: { operation: string; calls: number }[] };
    expect(counts.map(({ operation, calls }) => `${calls} ${operation}`).toSorted()).toEqual([
      '1 M-SEARCH /orders',
      '1 TRACE /echo',
      '2 QUERY /orders',
    ]);
    expect(stderr).toContain('1  PUT /orders');
  });

  it('counts 10,000 consumers apart and says how many requests are of others; a named one is always found', async () => {
    const log = Array.from({ length: 10_003 }, (_, index) => line('/api/orders/1').replace('ada', `user${index}`));
    log.push(line('/api/orders/1').replace('ada', 'user7'));
    const { stdout, stderr } = await usage('--log - --format csv', log.join('\n'));
    expect(stdout.split('\r\n').filter((row) => row.includes(',caller,'))).toHaveLength(10_000);
    expect(stdout).toContain('1,GET /orders/{id},other,other,,3,');
    expect(stdout).toContain(',user7,,2,');
    expect(stderr).toBe(
      'The first 10000 consumers are counted separately; 3 requests of all others count as "other". Narrow the counts with --api-version, --operation or --since, or name a --consumer.\n',
    );
    const late = await usage('--log - --format csv --consumer user10002', log.join('\n'));
    expect(late).toMatchObject({ stdout: expect.stringContaining(',user10002,,1,') as string, stderr: '' });
  });

  it.each([
    ['--log json.log', ['2 bob 1', '1 eve 1']],
    ['--log json.log --fields version=v', ['2 bob 1', '2 eve 1']],
    ['--log query.log --versioning query=version', ['2 ada 1']],
    ['--log -', ['1 ada 1']],
    ['--log json.log --api-version 2', ['2 bob 1']],
  ])('finds the version with %s', async (argv, expected) => {
    const { stdout } = await usage(`${argv} --format json`, line('/api/orders/1'));
    const { counts } = JSON.parse(stdout) as { counts: { version: string; consumer: string; calls: number }[] };
    expect(counts.map(({ version, consumer, calls }) => `${version} ${consumer} ${calls}`)).toEqual(expected);
  });

  it.each([
    ['--log none.log', '--log none.log not found.'],
    ['--log .', '--log . is a folder.'],
    ['--log access.log --fields pth=a', '--fields: Unknown name "pth". Did you mean "path"?'],
    ['--log access.log --fields path', '--fields "path" is not name=field.'],
    ['--log access.log --versioning heder=X', '--versioning: Unknown type "heder". Did you mean "header"?'],
    ['--log access.log --versioning header', '--versioning header: versioning.header undefined is not a header name.'],
    ['--log access.log --url http://a', 'Use --log or --url, not both.'],
    ['--consumer-from agent', '--consumer-from needs --log.'],
    ['--log v1.json.gz', '--log v1.json.gz not found.'],
  ])('refuses %s', async (argv, message) => {
    const { code, stderr } = await usage(argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });
});
