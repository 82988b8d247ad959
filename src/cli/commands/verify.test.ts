import { rmSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { afterEach, describe, expect, it } from 'vitest';
import { formats } from '../../report/formats.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { capture, captureIo } from '../testing/capture-io.js';
import { run } from '../run.js';
import { makeOrders, type Reply, type Seen, shop, startServer } from '../verify/testing/orders.js';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

const makeFolder = (...args: Parameters<typeof makeOrders>) => {
  const project = makeOrders(...args);
  ends.push(project.remove);
  return project;
};

async function serve(answer: (seen: Seen, count: number) => Reply | null) {
  const server = await startServer(answer);
  ends.push(server.close);
  return server;
}

/** Runs the command in a folder with the document of the shop. */
const verify = (url: string, argv: readonly string[] = [], { cwd } = makeFolder(), env = {}) =>
  capture(['verify', url, ...argv], { cwd, env });

/** The shop, with an order that has a member which nobody declared. */
const leaking = (seen: Seen): Reply =>
  seen.url === '/orders' && seen.method === 'GET'
    ? { status: 200, body: [{ id: 1, item: 'tea', cost: 3 }] }
    : shop()(seen);

describe('svc verify', () => {
  it('ends with 0 where the service keeps its promises, and sends nothing that changes it', async () => {
    const { url, seen } = await serve(shop());
    const { code, stdout, stderr } = await verify(url, ['--requests', '3']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(url, 'URL')).toMatchInlineSnapshot(`
      "URL compared with what was promised, as of 2026-11-21

        POST /orders         not reached: it may change something: use --write
        GET /orders/{id}     not reached: the request named nothing that exists: put existing values into verify.seeds (400 ×3, 404 ×4)
        DELETE /orders/{id}  not reached: it may change something: use --write

      The service keeps its promises: 18 requests, seed 1; 1 of 4 operations reached.
      "
    `);
    expect([...new Set(seen.map(({ method }) => method))].sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });

  it('ends with 1 and shows the request and the command that repeats it', async () => {
    const { url } = await serve(leaking);
    const { code, stdout } = await verify(url, ['--requests', '3']);
    expect(code).toBe(1);
    expect(stdout.replaceAll(url, 'URL')).toMatchInlineSnapshot(`
      "URL compared with what was promised, as of 2026-11-21

        POST /orders         not reached: it may change something: use --write
        GET /orders/{id}     not reached: the request named nothing that exists: put existing values into verify.seeds (400 ×3, 404 ×4)
        DELETE /orders/{id}  not reached: it may change something: use --write

        error    GET /orders: the body of 200 has members that the version does not declare: /*/cost.  [member-undeclared]
                 request  curl --path-as-is -g -i URL/orders
                 repeat   svc verify URL --requests 3 --seed 1 --operation listOrders

      1 error: 18 requests, seed 1; 1 of 4 operations reached.
      "
    `);
  });

  it.each(Object.keys(formats))('reports as %s', async (format) => {
    const { url } = await serve(leaking);
    const { code, stdout } = await verify(url, ['--format', format]);
    expect(code).toBe(1);
    for (const word of ['member-undeclared', '/*/cost', 'curl --path-as-is', '--operation listOrders'])
      expect(stdout.replaceAll(String.raw`\_`, '_').replaceAll(String.raw`\*`, '*')).toContain(word);
    if (format === 'json')
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        url,
        seed: 1,
        findings: [{ rule: 'member-undeclared', level: 'error', method: 'GET', path: '/orders', version: null }],
        coverage: expect.arrayContaining([expect.objectContaining({ operation: 'GET /orders', why: null })]),
      });
    if (format === 'sarif') expect(findSarifErrors(stdout)).toEqual([]);
    if (format === 'junit') expect(XMLValidator.validate(stdout)).toBe(true);
    if (format === 'github') expect(stdout).toMatch(/^::error title=member-undeclared::/);
  });

  it('sends the same requests for the same seed, and others for another one', async () => {
    const sent = async (seed: string) => {
      const { url, seen } = await serve(shop());
      await verify(url, ['--seed', seed, '--operation', 'getOrder']);
      return seen.map((one) => `${one.method} ${one.url}`).sort();
    };
    const first = await sent('1');
    expect(await sent('1')).toEqual(first);
    expect(await sent('2')).not.toEqual(first);
  });

  it('tries the chosen operations only, and sends given headers', async () => {
    const { url, seen } = await serve(shop());
    const headers = ['-H', 'X-Shop: a', '--header', 'authorization: Basic YTpi'];
    await verify(url, ['--operation', 'GET /orders/{id}', ...headers], makeFolder(), { SVC_TOKEN: 'unused' });
    expect([...new Set(seen.map((one) => one.url.split('/').length))]).toEqual([3]);
    expect(new Set(seen.map((one) => `${one.headers['x-shop']} ${one.headers.authorization}`))).toEqual(
      new Set(['a Basic YTpi']),
    );
  });

  it('takes a path in front, and a token from the environment', async () => {
    const { url, seen } = await serve((one) => shop()({ ...one, url: one.url.replace('/base', '') }));
    const { code } = await verify(`${url}/base/`, ['--tag', 'orders'], makeFolder(), { SVC_TOKEN: 'abc' });
    expect(code).toBe(0);
    expect(seen.every((one) => one.url.startsWith('/base/orders'))).toBe(true);
    expect(seen[0]!.headers.authorization).toBe('Bearer abc');
  });

  it.each([
    [[], 'Name the address of a running service: svc verify http://localhost:3000'],
    [['localhost:3000'], 'localhost:3000 is not an http address. Write one such as http://localhost:3000.'],
    [['ftp://a'], 'ftp://a is not an http address. Write one such as http://localhost:3000.'],
    [['http://ada:b@a'], 'The address contains credentials, which would be shown. Use --header @file or SVC_TOKEN.'],
    [['http://a/?b=1'], 'http://a/?b=1 has a query or a fragment. Write the address alone.'],
    [['http://a', 'other.config.ts'], 'other.config.ts'],
    [['http://a', '--document', 'missing.yaml'], 'missing.yaml'],
    [
      ['http://a', '--operation', 'listOrder'],
      '--operation: Unknown operation "listOrder". Did you mean "listOrders"?',
    ],
    [['http://a', '--api-version', '2'], 'Unknown version "2".'],
    [['http://a', '--tag', 'order'], 'Unknown tag "order". Did you mean "orders"?'],
    [['http://a', '--dir', 'locks'], 'locks has no lock files. Write them with svc openapi lock, or omit --dir.'],
    [
      ['http://a', '--header', 'none'],
      "A --header is not a header. Use -H 'Name: value', or -H @file with one header a line.",
    ],
    [['http://a', '--header', 'A: \u2603'], 'The value of --header A has characters that a header cannot hold.'],
    [['http://a', '--header', '@none'], '--header @none cannot be read: '],
    [['http://a', '--requests', '0'], 'Use auto, or a whole number from 1 to 999999, such as 100.'],
    [['http://a', '--seed', 'x'], 'Use a whole number, such as 7.'],
    [['http://a', '--rate', '0'], 'Use a number of requests a second, such as 50.'],
    [['http://a', '--time-limit', '5h'], 'Use a number of seconds or minutes, such as 60s or 5m.'],
    [['http://a', '--har', 'none.har'], '--har none.har cannot be read: '],
    [
      ['http://a', '--har', 'openapi.json'],
      'openapi.json cannot be read: it has no log.entries. Export it as HAR 1.2.',
    ],
    [['http://a', '--as-of', 'soon'], '--as-of "soon" is not a date.'],
  ])('ends with 2 for %j', async (argv, message) => {
    const { code, stdout, stderr } = await capture(['verify', ...argv], { cwd: makeFolder().cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('ends with 2 where nothing answers', async () => {
    const { url, close } = await startServer(() => null);
    await close();
    const { code, stdout, stderr } = await verify(url);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/does not answer: connect ECONNREFUSED .* Start the service, or name its address\.\n$/);
  });

  it('reports requests without an answer, and stops where the service went down', async () => {
    const { url } = await serve((seen, count) => (count > 4 ? null : shop()(seen)));
    const { code, stdout } = await verify(url);
    expect(code).toBe(1);
    expect(stdout).toContain('[no-answer]');
    expect(stdout).toMatch(/\d+ of \d+ requests were not sent: the service stopped answering\./);
  });

  it('lists its rules', async () => {
    const { code, stdout } = await capture(['verify', '--list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^server-error +error +No request makes the server fail/);
  });
});

describe('the pace of svc verify', () => {
  it('keeps to --rate', async () => {
    const { url, seen } = await serve(shop());
    const start = performance.now();
    await verify(url, ['--rate', '100', '--requests', '2', '--operation', 'listOrders']);
    expect(performance.now() - start).toBeGreaterThan((seen.length - 1) * 10);
  });

  it('waits after a 429 and sends the request again', async () => {
    let refused = 0;
    const { url, seen } = await serve((one, count) =>
      count % 5 === 0 ? { status: 429, headers: { 'Retry-After': String(Number(refused++ === 0)) } } : shop()(one),
    );
    const start = performance.now();
    const { code, stdout } = await verify(url, ['--operation', 'getOrder', '--requests', '4', '--coverage']);
    expect(performance.now() - start).toBeGreaterThan(1000);
    expect({ code, refused: refused > 0 }).toEqual({ code: 0, refused: true });
    expect(stdout.replaceAll(url, 'URL')).not.toContain('429');
    expect(stdout).toContain(`${seen.length} requests`);
  });

  it.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
    'reports a 429 that asks for too long a wait (%s)',
    async (wait) => {
      const { url } = await serve(() => ({ status: 429, headers: { 'Retry-After': wait } }));
      const { code, stdout } = await verify(url, ['--operation', 'getOrder', '--requests', '2']);
      expect(code).toBe(1);
      expect(stdout).toContain('status 429 is not declared.');
    },
  );

  it('leaves the rest of an operation out whose declared limit is reached, and says so', async () => {
    const { url, seen } = await serve((one, count) => (count > 3 ? { status: 429 } : shop()(one)));
    const { code, stdout } = await verify(url, ['--operation', 'listOrders', '--rate', '40']);
    expect(code).toBe(0);
    expect(seen.length).toBeLessThan(12);
    expect(stdout).toMatch(/GET \/orders reached its rate limit: \d+ requests were not sent\./);
  });

  it('stops at the time limit, and when somebody stops it', async () => {
    const { url } = await serve(shop());
    const left = /\d+ of \d+ requests were not sent: the time was up, or the run was stopped\./;
    const { code, stdout } = await verify(url, ['--rate', '5', '--time-limit', '1s']);
    expect(code).toBe(0);
    expect(stdout).toMatch(left);
    const { io, written, stop } = captureIo({ cwd: makeFolder().cwd });
    const server = await serve((one, count) => {
      if (count === 2) stop({ signal: 'SIGINT' } as never);
      return shop()(one);
    });
    expect(await run(['verify', server.url, '--rate', '20'], io)).toBe(0);
    expect(written.stdout).toMatch(left);
  });
});

const seeds = `verify:
  seeds:
    values: { 'createOrder.body': { item: tea, password: correct-horse } }
    links:
      - { from: createOrder, take: $response.body#/id, to: getOrder.id }
      - { from: createOrder, take: $response.body#/id, to: cancelOrder.id }
`;

describe('seeds of svc verify', () => {
  it('reach every operation with --write: values, and links from answers', async () => {
    const { url, seen } = await serve(shop());
    const { code, stdout } = await verify(url, ['--write', '--coverage'], makeFolder(seeds));
    expect(code).toBe(0);
    expect(stdout).toContain('4 of 4 operations reached.');
    const made = seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(made).toContain('{"item":"tea","password":"correct-horse"}');
    expect(seen.some(({ method, url: path }) => method === 'GET' && path === '/orders/1000')).toBe(true);
  });

  it('may come from a before hook, with --write only', async () => {
    const { url, seen } = await serve(shop());
    const project = makeFolder('', {
      'svc.config.ts': `import { defineDocuments } from 'svckit';
        export default defineDocuments({ document: 'openapi.json', verify: { seeds: {
          before: async ({ url, fetch }) => {
            const made = await fetch(url + '/orders', { method: 'POST', body: '{"item":"tea","password":"12345678"}' });
            return { headers: { 'X-Shop': 'open' }, values: { id: (await made.json()).id } };
          } } } });`,
    });
    const options = ['svc.config.ts', '--operation', 'getOrder'];
    expect((await verify(url, options, project)).stdout).toContain('not reached');
    expect(seen.every(({ headers }) => headers['x-shop'] === undefined)).toBe(true);
    expect((await verify(url, ['svc.config.ts', '--write', '--operation', 'getOrder'], project)).stdout).toContain(
      '1 of 1 operation reached.',
    );
    expect(seen.at(-1)!.headers['x-shop']).toBe('open');
  });

  it('end the run where the before hook fails', async () => {
    const project = makeFolder('', {
      'svc.config.ts': `import { defineDocuments } from 'svckit';
        export default defineDocuments({ document: 'openapi.json', verify: { seeds: { before: () => { throw new Error('no database'); } } } });`,
    });
    expect(await verify('http://127.0.0.1:1', ['svc.config.ts', '--write'], project)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'verify.seeds.before failed: no database\n',
    });
  });

  it.each([
    ['[]', 'svc.config.yaml:2 error invalid-documents: The option verify is [].'],
    [
      '{ seeds: { value: {} } }',
      'svc.config.yaml:2 error invalid-documents: Unknown option "verify.seeds.value". Did you mean "values"?',
    ],
    ['{ seeds: { values: { id: [] } } }', 'verify.seeds.values.id has no choices.'],
    ['{ seeds: { before: echo } }', 'The option verify.seeds.before is "echo". Write a function in svc.config.ts'],
    ['{ seeds: { links: [{ from: a, take: body, to: b }] } }', 'The option verify.seeds.links[0].take is "body".'],
  ])('are refused in YAML as %s', async (written, message) => {
    const { code, stderr } = await verify('http://127.0.0.1:1', [], makeFolder(`verify: ${written}`));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('say which names nothing has', async () => {
    const { url } = await serve(shop());
    const names = "verify: { seeds: { values: { 'getOrdr.id': 7, order: 3, 'getOrder.no': 1 } } }";
    const { code, stdout } = await verify(url, [], makeFolder(names));
    expect(code).toBe(0);
    expect(stdout).toContain('verify.seeds: Unknown operation "getOrdr". Did you mean "getOrder"?');
    expect(stdout).toContain('verify.seeds: Unknown parameter "order". Available: state, id.');
    expect(stdout).toContain('verify.seeds: Unknown parameter "no" of getOrder. Available: id.');
  });
});

describe('lock files', () => {
  it('are enough without a configuration, and come before the documents', async () => {
    const { url } = await serve(leaking);
    const project = makeFolder();
    const { code } = await capture(['openapi', 'lock'], { cwd: project.cwd });
    expect(code).toBe(0);
    expect((await verify(url, [], project)).code).toBe(1);
    for (const name of ['svc.config.yaml', 'openapi.json']) rmSync(project.path(name));
    const { code: found, stdout } = await verify(url, ['--requests', '2'], project);
    expect(found).toBe(1);
    expect(stdout).toContain('Compared with the lock files in contracts alone: there is no svc.config here');
    expect(stdout).toContain('[member-undeclared]');
  });
});

const har = (...entries: readonly object[]) => JSON.stringify({ log: { version: '1.2', entries } });
const recorded = (
  method: string,
  path: string,
  status: number,
  body: object | null = null,
  headers: object[] = [],
) => ({
  request: {
    method,
    url: `https://old.example.com${path}`,
    headers,
    ...(method === 'POST' && { postData: { text: '{}' } }),
  },
  response: { status, content: { mimeType: 'application/json', text: JSON.stringify(body) } },
});

describe('svc verify --har', () => {
  it('sends what was recorded, and compares the answers', async () => {
    const { url, seen } = await serve((one) =>
      one.url === '/orders/7' ? { status: 404 } : { status: 200, body: [{ id: 1 }] },
    );
    const project = makeFolder('', {
      'old.har': har(
        recorded('GET', '/orders?state=open', 200, [{ id: 1, item: 'tea' }]),
        recorded('GET', '/orders/7', 200, { id: 7, item: 'tea' }),
        recorded('DELETE', '/orders/7', 204),
        recorded('GET', '/pictures', 200),
      ),
    });
    const { code, stdout } = await verify(url, ['--har', 'old.har'], project);
    expect(code).toBe(1);
    expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'GET /orders?state=open',
      'GET /orders/7',
    ]);
    expect(stdout.replaceAll(url, 'URL')).toMatchInlineSnapshot(`
      "URL compared with what was promised, as of 2026-11-21

        GET /orders/{id}  not reached: the request named nothing that exists: put existing values into verify.seeds (404 ×1)

      Recorded requests that no version promises: 1 (log.entries 3).

      Recorded requests that may change something, and were not sent: 1 (log.entries 2). Use --write.

        error    GET /orders: the body of 200 does not fit: /0 must have the property "item".  [body-mismatch]
                 request  curl --path-as-is -g -i 'URL/orders?state=open'
                 repeat   svc verify URL --har old.har --operation listOrders
        error    GET /orders: the recorded answer had /*/item, which the new one lacks.  [recorded-member-lost]
                 request  curl --path-as-is -g -i 'URL/orders?state=open'
                 repeat   svc verify URL --har old.har --operation listOrders
        error    GET /orders/{id}: the recorded status was 200, and the new one is 404.  [recorded-request-refused]
                 request  curl --path-as-is -g -i URL/orders/7
                 repeat   svc verify URL --har old.har --operation getOrder

      3 errors: 2 requests, seed 1; 1 of 2 operations reached.
      "
    `);
    await verify(url, ['--har', 'old.har', '--write'], project);
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', url: '/orders/7' });
  });

  it('ends with 2 where nothing answers', async () => {
    const { url, close } = await startServer(() => null);
    await close();
    const project = makeFolder('', { 'old.har': har(recorded('GET', '/orders', 200)) });
    const { code, stderr } = await verify(url, ['--har', 'old.har'], project);
    expect(code).toBe(2);
    expect(stderr).toContain('does not answer log.entries[0]: connect ECONNREFUSED');
  });
});
