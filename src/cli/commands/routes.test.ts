import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const routes = (argv: readonly string[], surroundings: Parameters<typeof capture>[1] = {}) =>
  capture(['routes', ...argv], { cwd: fixture('header'), ...surroundings });
const listed = async (...argv: readonly string[]) => {
  const { code, stdout, stderr } = await routes([...argv, '--format', 'json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return (JSON.parse(stdout) as { routes: { method: string; path: string; version: string | null }[] }).routes.map(
    ({ method, path, version }) => `${method} ${path} ${version}`,
  );
};

describe('svc routes', () => {
  it.each(['uri', 'header', 'media-type', 'unversioned'])(
    'lists the %s service whole when nobody sits at a terminal',
    async (name) => {
      const { code, stdout, stderr } = await capture(['routes'], { cwd: fixture(name) });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      await expect(stdout).toMatchFileSnapshot(`../../../fixtures/golden/routes/${name}.txt`);
    },
  );

  it.each([80, 120])('fits a terminal of %i columns without wrapping', async (columns) => {
    const { stdout } = await routes([], { columns, env: { NO_COLOR: '1' } });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    await expect(stdout).toMatchFileSnapshot(`../../../fixtures/golden/routes/header-${columns}-columns.txt`);
  });

  it.each([30, 40])('keeps method, path, version and sunset on a terminal of %i columns', async (columns) => {
    const { stdout } = await routes([], { columns, env: { NO_COLOR: '1' } });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(stdout.split('\n')[0]).toMatch(/^METHO\S +PA\S* +VERSI\S+ +SUNSET$/);
  });

  it('shows a narrow terminal everything with --wide', async () => {
    expect((await routes(['--wide'], { columns: 40, env: { NO_COLOR: '1' } })).stdout).toBe((await routes([])).stdout);
  });

  it('colours a terminal, and nothing else', async () => {
    const escape = '\u001b[';
    expect((await routes([], { columns: 80 })).stdout).toContain(escape);
    expect((await routes([], { columns: 80, env: { NO_COLOR: '1' } })).stdout).not.toContain(escape);
    expect((await routes([])).stdout).not.toContain(escape);
  });

  it.each(['json', 'yaml', 'csv', 'markdown'])('has everything in %s, on a narrow terminal too', async (format) => {
    const { stdout } = await routes(['--format', format], { columns: 40 });
    await expect(stdout).toMatchFileSnapshot(`../../../fixtures/golden/routes/header.${format}`);
    expect(stdout).toBe((await routes(['--format', format])).stdout);
  });

  it('says the same in YAML as in JSON', async () => {
    const [json, yaml] = await Promise.all(['json', 'yaml'].map((format) => routes(['--format', format])));
    expect(parse(yaml!.stdout)).toEqual(JSON.parse(json!.stdout));
  });

  it('has the documented shape', async () => {
    const { stdout } = await routes([
      '--format',
      'json',
      '--path',
      '/api/people',
      '--api-version',
      '1',
      '--method',
      'get',
    ]);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      routes: [
        {
          method: 'GET',
          path: '/api/people',
          version: '1',
          neutral: false,
          handler: 'PeopleV1Controller.list',
          operationId: 'PeopleV1Controller_list',
          tags: ['People'],
          access: { kind: 'default', roles: [], callers: 'public', guards: [], security: null },
          deprecation: {
            since: '2026-09-01T00:00:00.000Z',
            sunset: '2027-03-01T00:00:00.000Z',
            link: 'https://example.com/people-v1',
          },
          source: { file: '../people/people-v1-controller.ts', line: expect.any(Number) },
        },
      ],
    });
  });

  it('lists a version with the unversioned routes', async () => {
    const found = await listed('--api-version', '2');
    expect(found).toContain('GET /api/people 2');
    expect(found).toContain('GET /api/health null');
    expect(found.filter((route) => route.endsWith(' 1'))).toEqual([]);
  });

  it('combines filters', async () => {
    expect(await listed('--path', '/api/people/**', '--method', 'GET,DELETE', '--api-version', '2')).toEqual([
      'GET /api/people 2',
      'DELETE /api/people 2',
      'GET /api/people/{id} 2',
    ]);
    expect(await listed('--tag', 'People', '--tag', 'Status', '--method', 'POST')).toEqual([
      'POST /api/people 1',
      'POST /api/people 2',
    ]);
    expect(await listed('--path', 'api/people/{id}')).toEqual(['GET /api/people/{id} 1', 'GET /api/people/{id} 2']);
    expect(await listed('--deprecated')).toEqual(['GET /api/people 1', 'GET /api/people/{id} 1']);
  });

  it('lists as deprecated what a document deprecates without dates', async () => {
    const info = { title: 'A', version: '1' };
    const paths = { '/a': { get: { deprecated: true, responses: {} }, post: { responses: {} } } };
    const project = makeProject({ 'api.json': JSON.stringify({ openapi: '3.1.0', info, paths }) });
    onTestFinished(() => project.remove());
    const { stdout } = await routes(['--document', 'api.json', '--deprecated'], { cwd: project.cwd });
    expect(stdout).toMatch(/^METHOD.*\nGET +\/a .*\n$/);
  });

  it('says so when nothing is left', async () => {
    expect(await routes(['--method', 'PATCH'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No route matches these filters.\n',
    });
    expect(await listed('--method', 'PATCH')).toEqual([]);
  });

  it.each([
    [['--api-version', '9'], 'Unknown version "9". Available: 1, 2.\n'],
    [
      ['--method', 'FETCH'],
      'Unknown method "FETCH". Did you mean "PATCH"? Available: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.\n',
    ],
    [['--tag', 'Poeple'], 'Unknown tag "Poeple". Did you mean "People"? Available: Health, People, Status.\n'],
    [
      ['--path', ''],
      "--path is empty. Use a glob such as '/api/users/**', in quotes so that the shell does not expand it.\n",
    ],
  ])('refuses %j, and says what there is', async (argv, stderr) => {
    expect(await routes(argv)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('says that a service has no versions', async () => {
    const { code, stderr } = await capture(['routes', '--api-version', '1'], { cwd: fixture('unversioned') });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'Unknown version "1". The API has no versions. Omit --api-version.\n',
    });
  });

  it('lists the bundled service with --demo', async () => {
    const { code, stdout } = await capture(['routes', '--demo', '--format', 'json'], { cwd: fixture('uri') });
    expect(code).toBe(0);
    expect(stdout).toContain('"/api/ledger/transfer"');
  });

  it('exits with 1 where routes cannot be served, and says which handlers the list lacks', async () => {
    const { code, stdout, stderr } = await capture(['routes'], { cwd: fixture('broken/invalid-version') });
    expect(code).toBe(1);
    expect({ stdout, stderr }).toMatchInlineSnapshot(`
      {
        "stderr": "This service has no routes.
      This list lacks ItemsController.list. 1 problem prevents this service from starting: svc check shows it.
      ",
        "stdout": "",
      }
    `);
  });
});
