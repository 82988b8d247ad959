import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { capture } from '../testing/capture-io.js';

const answer = { responses: { 200: { description: 'ok' } } };
const document = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths });
const entry = (path: string, expires: string) =>
  `- id: api-path-removed-without-deprecation\n  method: GET\n  path: ${path}\n  pointer: /paths/~1${path.slice(1)}/get\n  reason: Nobody called it.\n  owner: pets\n  expires: ${expires}\n`;

let project: ReturnType<typeof makeProject>;
beforeAll(() => {
  project = makeProject({
    'old.json': document({ '/a': { get: answer }, '/b': { get: answer } }),
    'new.json': document({}),
    'one.yaml': entry('/a', '2026-12-31'),
    'both.yaml': entry('/a', '2026-12-31') + entry('/b', '2026-12-31'),
    'stale.yaml': entry('/a', '2026-11-20') + entry('/c', '2026-12-31'),
    'broken.yaml': '- id: api-path-removd\n  pointer: /\n',
  });
});
afterAll(() => project.remove());

const diff = (exceptions: string, ...argv: readonly string[]) =>
  capture(['diff', 'old.json', 'new.json', '--exceptions', exceptions, ...argv], project);

describe('svc diff --exceptions', () => {
  it('leaves out what the file accepts, and lists it', async () => {
    const { code, stdout } = await diff('one.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('GET /b\n  error    the operation was removed');
    expect(stdout).toContain('Excepted\n');
    expect(stdout).toContain('1 error, 1 other change.\n');
    expect((await diff('both.yaml')).code).toBe(0);
    const suggested = await diff('one.yaml', '--suggest-exceptions');
    expect(suggested.stdout).toContain('path: /b');
    expect(suggested.stdout).not.toContain('path: /a');
  });

  it('reports entries that do not hold', async () => {
    const { code, stdout } = await diff('stale.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('The exception for api-path-removed-without-deprecation expired on 2026-11-20.');
    expect(stdout).toContain('GET /c matches no finding.');
    expect(stdout).toContain('2 errors, 1 other change. In stale.yaml: 2 errors.\n');
  });

  it('lists accepted results in JSON and SARIF', async () => {
    const json = JSON.parse((await diff('one.yaml', '--format', 'json')).stdout) as object;
    expect(json).toMatchObject({
      results: expect.not.arrayContaining([expect.objectContaining({ path: '/a' })]),
      suppressed: [{ path: '/a', owner: 'pets', reason: 'Nobody called it.', expires: '2026-12-31' }],
    });
    const sarif = (await diff('stale.yaml', '--format', 'sarif')).stdout;
    expect(findSarifErrors(sarif)).toEqual([]);
    expect(findSarifErrors((await diff('both.yaml', '--format', 'sarif')).stdout)).toEqual([]);
  });

  it.each([
    ['none.yaml', '--exceptions none.yaml does not exist. svc diff --suggest-exceptions prints entries for it.\n'],
    ['broken.yaml', 'broken.yaml:1: Unknown check "api-path-removd". '],
    ['.', '. is a folder. '],
  ])('refuses %s', async (file, message) => {
    const { code, stdout, stderr } = await diff(file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
