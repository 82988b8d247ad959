import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';

const explain = (argv: readonly string[], name = 'header') => capture(['explain', ...argv], { cwd: fixture(name) });

describe('svc explain', () => {
  it('traces a request to its handler', async () => {
    const { code, stdout, stderr } = await explain(['GET', '/api/people/7', '-H', 'X-API-Version: 1']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "GET /api/people/7
        version     read from the header X-API-Version
                    the request names 1
        candidates  → GET /api/people/{id}  version 1  PeopleV1Controller.one  deprecated
                      GET /api/people/{id}  version 2  PeopleController.one
        answered    PeopleV1Controller.one answers.
        handler     PeopleV1Controller.one  ../people/people-v1-controller.ts:19
        parameters  id=7
        on the way  authenticate: who is calling
                    validation: path, else 400
        status      200 when it succeeds
      "
    `);
  });

  it('says why nobody answers, and exits 1', async () => {
    const { code, stdout } = await explain(['delete', '/api/people', '-H', 'X-API-Version: 1', '--headers']);
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "DELETE /api/people
        version     read from the header X-API-Version
                    the request names 1
        candidates    DELETE /api/people  version 2  PeopleController.clear
        refused     This address does not allow the method. Allowed: GET, HEAD, POST, OPTIONS.
        status      405
        headers     Content-Security-Policy: default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests
                    Cross-Origin-Opener-Policy: same-origin
                    Cross-Origin-Resource-Policy: same-origin
                    Origin-Agent-Cluster: ?1
                    Referrer-Policy: no-referrer
                    Strict-Transport-Security: max-age=31536000; includeSubDomains
                    X-Content-Type-Options: nosniff
                    X-Dns-Prefetch-Control: off
                    X-Download-Options: noopen
                    X-Frame-Options: SAMEORIGIN
                    X-Permitted-Cross-Domain-Policies: none
                    X-Xss-Protection: 0
                    Vary: Origin, X-API-Version
                    API-Supported-Versions: 2
                    Allow: GET, HEAD, POST, OPTIONS
      "
    `);
  });

  it('wraps at words on a terminal, with a hanging indent, and has colour there', async () => {
    const argv = ['explain', 'GET', '/users', '-H', 'X-API-Version: 1', '--headers'];
    const shown = async (env: NodeJS.ProcessEnv) =>
      (await capture(argv, { cwd: fixture('laws/change-refuses-most'), columns: 80, env })).stdout;
    const plain = await shown({ NO_COLOR: '1' });
    const tooLong = plain.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '));
    expect(tooLong).toEqual([]);
    expect(plain).toMatch(/^ {16}\S/m);
    expect(stripVTControlCharacters(await shown({}))).toBe(plain);
    expect(await shown({})).toContain('\u001b[');
  });

  it('says which change makes one list of all pages', async () => {
    const argv = ['GET', '/books', '-H', 'X-API-Version: 1'];
    expect((await explain(argv, 'laws/pages-missed')).stdout).toContain(
      'v2 → v1: Books come in pages (svc.config.ts:22), all pages as one list of at most 10000 items\n',
    );
    const { stdout } = await explain([...argv, '--format', 'json'], 'laws/pages-missed');
    const { route } = JSON.parse(stdout) as { readonly route: { readonly changes: readonly object[] } };
    expect(route.changes).toMatchObject([{ title: 'Books come in pages', collects: 10_000 }]);
  });

  it('says which change may refuse, and how', async () => {
    const argv = ['PUT', '/users', '-H', 'X-API-Version: 1'];
    expect((await explain(argv, 'laws/change-refuses-most')).stdout).toContain(
      'v2 → v1: A user has a first and a last name (svc.config.ts:6), may refuse with 400\n',
    );
    const { stdout } = await explain([...argv, '--format', 'json'], 'laws/change-refuses-most');
    const { route } = JSON.parse(stdout) as { readonly route: { readonly changes: readonly object[] } };
    expect(route.changes).toMatchObject([{ title: 'A user has a first and a last name', refuses: [400] }]);
  });

  it.each([
    ['list-becomes-partial', '/orders', 'The change "Orders come in pages" of version 2 makes one page the whole list'],
    ['filter-loses-values', '/orders', 'the query of GET /orders in version 1 filters by status'],
    [
      'change-unfinished',
      '/books?author=Ada',
      'The change "Books come by author" of version 2 is not finished: Who is',
    ],
  ])('shows what svc check says of the changes on the way: %s', async (id, path, message) => {
    const ask = (version: string, ...more: readonly string[]) =>
      explain(['GET', path, '-H', `X-API-Version: ${version}`, ...more], `broken/${id}`);
    const { stdout } = await ask('1');
    expect(stdout).toMatch(new RegExp(`^  svc check   svc\\.config\\.ts:\\d+ (?:error|warning) ${id}: `, 'm'));
    expect(stdout).toContain(message);
    const { problems } = JSON.parse((await ask('1', '--format', 'json')).stdout) as { readonly problems: object[] };
    expect(problems).toContainEqual({
      id,
      level: expect.any(String),
      message: expect.stringContaining(message),
      fix: expect.any(String),
      file: 'svc.config.ts',
      line: expect.any(Number),
    });
    expect((await ask('2')).stdout).not.toContain('svc check');
    expect(JSON.parse((await ask('2', '--format', 'json')).stdout)).toMatchObject({ problems: [] });
  });

  it('says which change keeps an older access, and which is not listed', async () => {
    const ask = (path: string, ...more: readonly string[]) =>
      explain(['GET', path, '-H', 'X-API-Version: 1', ...more], 'access');
    expect((await ask('/reports')).stdout).toMatch(
      /Reports are for administrators \(.*\), with the access that it had$/m,
    );
    expect((await ask('/reports/search')).stdout).toMatch(
      /Searches are few \(.*\), with the access that it had, not listed$/m,
    );
    const { route } = JSON.parse((await ask('/reports/search', '--format', 'json')).stdout) as {
      readonly route: { readonly changes: readonly object[] };
    };
    expect(route.changes).toMatchObject([{ asksOthers: true, listed: false }]);
  });

  it('leaves out what svc check says of the same change in another operation', async () => {
    const { stdout } = await explain(['GET', '/orders', '-H', 'X-API-Version: 1'], 'broken/filter-loses-values');
    expect(stdout).not.toContain('/orders/search');
  });

  it('explains under URI versioning and by media type too', async () => {
    expect((await explain(['GET', '/api/v2/people'], 'uri')).stdout).toContain('PeopleController.list');
    expect((await explain(['GET', '/api/v9/people'], 'uri')).stdout).toContain(
      'This address does not exist in version 9. Available: 1, 2.',
    );
    expect(
      (await explain(['GET', '/api/people', '-H', 'Accept: application/json;v=1'], 'media-type')).stdout,
    ).toContain('PeopleV1Controller.list');
  });

  it('writes JSON', async () => {
    const { stdout } = await explain(['GET', '/api/people', '-H', 'X-API-Version: 2', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      apiVersion: { named: '2' },
      outcome: 'handler',
      status: 200,
      route: {
        handler: 'PeopleController.list',
        guards: ['AuditGuard'],
        file: expect.stringContaining('people-controller.ts'),
        line: expect.any(Number),
      },
    });
  });

  it.each([
    [
      ['GTE', '/api'],
      'Unknown method "GTE". Did you mean "GET"? Available: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.\n',
    ],
    [['GET', 'api'], 'api is not a path. Start it with a slash: /api\n'],
    [['GET', '/a b'], '/a b has characters that a request path cannot contain. Percent-encode it: /a%20b\n'],
    [['GET', '/api', '-H', 'nonsense'], '--header "nonsense" is not a header. Use -H \'Name: value\'.\n'],
    [['GET'], 'Argument "path" is missing.\n'],
  ])('refuses %j', async (argv, stderr) => {
    expect(await explain(argv)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('prints every change that the answer goes through', async () => {
    const { stdout } = await explain(['GET', '/users', '-H', 'X-API-Version: 1'], 'changes');
    expect(stdout).toContain(
      [
        '  changes     v3 → v2: Lists come in pages (versions.ts:25)',
        '              v2 → v1: A user has a first and a last name, and tags (versions.ts:10)',
      ].join('\n'),
    );
  });
});
