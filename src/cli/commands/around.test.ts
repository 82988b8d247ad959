import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const cwd = fixture('around');
const made: { remove(): void }[] = [];
afterEach(() => made.splice(0).forEach((one) => one.remove()));
function makeFolder(): string {
  const project = makeProject({}, { packages: [] });
  made.push(project);
  return project.cwd;
}

const run = (...argv: readonly string[]) => capture(argv, { cwd });

describe('a command on versions around an application', () => {
  it('checks, and proves, what the changes make of its document', async () => {
    expect(await run('check', 'versioned.ts', '--as-of', '2026-11-21')).toMatchObject({
      code: 0,
      stdout: 'No problems in 8 routes, as of 2026-11-21.\n',
    });
    expect(await run('laws', 'versioned.ts')).toMatchObject({
      code: 0,
      stdout: '2 changes keep every law: 100 values each, seed 1.\n',
    });
  });

  it('checks the same behind a gateway', async () => {
    expect(await run('check', 'gateway.ts', '--as-of', '2026-11-21')).toMatchObject({
      code: 0,
      stdout: 'No problems in 8 routes, as of 2026-11-21.\n',
    });
  });

  it('lists and explains its operations by their ids', async () => {
    const routes = await run('routes', 'versioned.ts');
    expect(routes.stdout).toMatch(/^GET +\/all-books +1 +operations\.listBooks/m);
    expect(routes.stdout).toMatch(/^GET +\/books +2 +operations\.listBooks/m);
    const explained = await run('explain', 'GET', '/all-books', 'versioned.ts', '-H', 'X-API-Version: 1');
    expect(explained.stdout).toContain('v2 → v1: Books are found by q (versions.ts:10), moved to GET /books');
  });

  it('writes a document for each version, the newest of which is the one that it was given', async () => {
    const older = JSON.parse((await run('openapi', 'export', 'versioned.ts', '--api-version', '1')).stdout) as {
      components: { schemas: { Book: unknown } };
    };
    expect(older.components.schemas.Book).toMatchObject({ required: ['id', 'name'] });
    const folder = makeFolder();
    await run('openapi', 'export', 'versioned.ts', '--api-version', '2', '--out', `${folder}/v2.json`);
    const { stdout } = await run('diff', 'openapi.yaml', `${folder}/v2.json`, '--format', 'json');
    const { results } = JSON.parse(stdout) as { results: readonly { id: string; level: string }[] };
    // A client that calls the application itself names no version.
    expect(new Set(results.filter(({ level }) => level !== 'info').map(({ id }) => id))).toEqual(
      new Set(['new-required-request-parameter']),
    );
  });

  it('locks its versions, and finds the lock kept', async () => {
    const folder = makeFolder();
    expect(await run('openapi', 'lock', 'versioned.ts', '--dir', folder)).toMatchObject({ code: 0 });
    expect(await run('openapi', 'lock', 'versioned.ts', '--dir', folder, '--check')).toMatchObject({ code: 0 });
  });

  it('is not svc serve, which has no application to serve', async () => {
    expect(await run('serve', 'versioned.ts', '--port', '0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This wraps an application that your own server serves.'),
    });
  });
});
