import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const answer = { responses: { 200: { description: 'ok' } } };
const document = (paths: object, more: object = {}) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths, ...more }, null, 1);

let project: ReturnType<typeof makeProject>;
beforeAll(() => {
  project = makeProject({
    'old.json': document(
      {
        '/api/users/{id}': { get: answer, delete: { 'x-internal': false, ...answer } },
        '/api/beta': { get: answer },
        '/admin': { 'x-internal-use': true, get: answer },
        '/shared': { $ref: '#/components/pathItems/Shared' },
      },
      { components: { pathItems: { Shared: { get: { ...answer, 'x-internal': true }, put: answer } } } },
    ),
    'new.json': document({ '/health': { get: answer } }),
    'short.json': document({ '/users': { get: answer }, '/teams': { get: { parameters: [], ...answer } } }),
    'long.json': document({ '/v1/users': { get: answer }, '/v1/teams': { get: answer } }),
    'asking.json': document({
      '/users': { get: answer },
      '/teams': { get: { parameters: [{ in: 'query', name: 'q', required: true, schema: {} }], ...answer } },
    }),
  });
});
afterAll(() => project.remove());

const diff = (...argv: readonly string[]) => capture(['diff', ...argv], project);
const operationsOf = (stdout: string) => [
  ...new Set(
    (JSON.parse(stdout) as { results: { method: string | null; path: string }[] }).results
      .filter(({ method }) => method !== null)
      .map(({ method, path }) => `${method} ${path}`),
  ),
];
const operations = async (...argv: readonly string[]) =>
  operationsOf((await diff('old.json', 'new.json', '--format', 'json', ...argv)).stdout);

describe('svc diff of some operations', () => {
  it('compares only paths that match, or do not', async () => {
    expect(await operations('--match-path', '^/api')).toEqual([
      'GET /api/beta',
      'DELETE /api/users/{id}',
      'GET /api/users/{id}',
    ]);
    expect(await operations('--match-path', '{id}', '--unmatch-path', 'beta')).toEqual([
      'DELETE /api/users/{id}',
      'GET /api/users/{id}',
    ]);
    expect(await operations('--unmatch-path', 'api|admin|shared')).toEqual(['GET /health']);
  });

  it('leaves out paths and operations with an extension', async () => {
    expect(await operations('--filter-extension', '^x-internal')).toEqual([
      'GET /api/beta',
      'GET /api/users/{id}',
      'GET /health',
      'PUT /shared',
    ]);
    expect(await operations('--filter-extension', '^x-internal$', '--match-path', 'admin')).toEqual(['GET /admin']);
  });

  it('adds prefixes, and finds the line where the path is written', async () => {
    expect(await diff('short.json', 'long.json', '--prefix-base', '/v1/')).toMatchObject({ code: 0, stderr: '' });
    expect(await diff('long.json', 'short.json', '--prefix-revision', '/v1')).toMatchObject({ code: 0 });
    const { stdout } = await diff('long.json', 'asking.json', '--prefix-revision', '/v1', '--format', 'json');
    const plain = await diff('short.json', 'asking.json', '--format', 'json');
    const places = (text: string) =>
      (JSON.parse(text) as { results: { file: string; line: number; path: string | null }[] }).results.map(
        ({ file, line, path }) => ({ file, line, path: path?.replace('/v1', '') }),
      );
    expect(places(stdout)).toEqual(places(plain.stdout));
    expect(stdout).toContain('"/v1/teams"');
  });

  it('works on the versions of a service', async () => {
    const { code, stdout } = await capture(
      ['diff', 'v1', 'v2', '--match-path', 'nothing-here', fixture('uri')],
      project,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const kept = await capture(['diff', 'v1', 'v2', '--unmatch-path', 'people', fixture('uri')], project);
    expect(kept.stdout).not.toContain('/people (');
    expect(kept.stdout).toContain('absent in version 2');
  });

  it.each([
    [['--match-path', '/nope'], '--match-path /nope leaves no path of old.json and new.json. '],
    [['--match-path', '['], 'Option "--match-path <regex>" does not take "[". Invalid regular expression: '],
    [['--unmatch-path', ''], "Use a regular expression such as '^/api/'."],
    [['--filter-extension', '('], 'Invalid regular expression: '],
    [['--prefix-base', 'v1'], 'Use a path such as /v1.'],
    [['--prefix-revision', '/'], 'Use a path such as /v1.'],
  ])('refuses %j', async (argv, message) => {
    const { code, stdout, stderr } = await diff('old.json', 'new.json', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
