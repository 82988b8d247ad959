import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-moved-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = fixture('moved/svc.config.ts');
const ask = async (...argv: readonly string[]) => (await capture(argv, { cwd: folder })).stdout;

describe('an operation that a change moved', () => {
  it('has moved between versions, and is neither removed nor new', async () => {
    const { results: findings } = JSON.parse(await ask('diff', 'v1', 'v2', entry, '--format', 'json')) as {
      results: readonly { id: string; level: string; method: string; path: string; message: string; moved?: object }[];
    };
    const errors = findings.filter(({ level }) => level === 'error');
    expect(errors.map(({ method, path, message }) => `${method} ${path}: ${message}`).toSorted()).toEqual([
      'GET /users/by-id/{id}: the operation moved to GET /users/{id}',
      'POST /users: the success moved from status 200 to 201',
      'PUT /users/{id}/email: the operation moved to PATCH /users/{id}',
      'PUT /users/{id}/name: the operation moved to PATCH /users/{id}',
    ]);
    expect(errors.find(({ path }) => path === '/users/by-id/{id}')?.moved).toEqual({
      from: 'GET /users/by-id/{id}',
      to: 'GET /users/{id}',
    });
    expect(findings.some(({ id }) => id === 'endpoint-added')).toBe(false);
  });

  it('has moved in the migration guide', async () => {
    const guide = await ask('diff', 'v1', 'v2', entry, '--format', 'markdown');
    expect(guide).toContain('4 operations need changes, 0 are removed, 0 stay the same, 0 are new.');
    expect(guide).toContain(
      '### `PUT /users/{id}/email` → `PATCH /users/{id}`\n\n- **breaks**: the operation moved to PATCH /users/{id}',
    );
  });

  it('has moved on the page', async () => {
    const out = join(folder, 'docs');
    await ask('docs', entry, '--out-dir', out);
    const page = readFileSync(join(out, '2', 'changes.html'), 'utf8').replaceAll(/<[^>]*>/g, '');
    expect(page).toContain('Moved from PUT /users/{id}/email and PUT /users/{id}/name breaking');
    expect(page).toContain('3 operations need changes, 0 are gone, 0 are new');
  });

  it('breaks a version that had it, whatever its document says', async () => {
    const locks = join(folder, 'contracts');
    await ask('openapi', 'lock', entry, '--dir', locks);
    const lock = JSON.parse(readFileSync(join(locks, 'v1.json'), 'utf8')) as { paths: Record<string, object> };
    const { '/users/by-id/{id}': former, ...paths } = lock.paths;
    const mark = { 'x-moved-from': [{ operation: 'GET /users/by-id/{id}', from: '1', until: '1' }] };
    const read = (former as { get: object }).get;
    const now = { ...lock, paths: { ...paths, '/users/{id}': { get: { ...read, ...mark } } } };
    writeFileSync(join(folder, 'now.json'), JSON.stringify(now));
    const text = await ask('diff', join(locks, 'v1.json'), join(folder, 'now.json'));
    expect(text).toContain('the operation was removed');
    expect(text).not.toContain('moved to');
  });
});
