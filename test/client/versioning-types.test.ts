import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { apps } from '../documents/apps.js';
import { compile } from './compile.js';
import { consumerFolder, writeFiles } from './consumer-folder.js';

/** Runs in a process of its own, as JavaScript that the consumer's TypeScript wrote. */
const usage = `
import { createClient as createV1, type PersonV1 } from './api/v1.js';
import type { DeprecationNotice } from './api/client.js';
import { createClient, type NewPerson, type Person } from './api/v2.js';

export async function talk(baseUrl: string) {
  const notices: DeprecationNotice[] = [];
  const onDeprecation = (notice: DeprecationNotice) => void notices.push(notice);
  const ada: NewPerson = { name: 'Ada' };
  const two = createClient({ baseUrl, onDeprecation });
  const created = await two.POST('/api/people', { body: ada });
  const page = await two.GET('/api/people', { params: { query: { limit: 5 } } });
  const found: Person | undefined = page.data?.items[0];
  const csv = await two.GET('/api/people', { headers: { Accept: 'application/json' } });
  const one = createV1({ baseUrl, onDeprecation });
  const list = await one.GET('/api/people');
  const first: PersonV1 | undefined = list.data?.[0];
  const again = await one.GET('/api/people/{id}', { params: { path: { id: first?.id ?? 0 } } });
  await one.GET('/api/people');
  const late = createV1({ baseUrl, onDeprecation, clock: () => new Date('2027-03-02') });
  await late.GET('/api/people');
  const missing = await two.GET('/api/people/{id}', { params: { path: { id: 999 } } });
  const health = await two.GET('/api/health');
  // @ts-expect-error version 2 answers a page, not a list
  void page.data?.[0];
  return {
    created: created.data?.name,
    found: found?.joinedAt !== undefined,
    csv: csv.data?.items.length,
    first,
    again: again.data?.name,
    detail: missing.error?.title,
    health: health.data?.status,
    notices,
  };
}
console.log(JSON.stringify(await talk('BASE_URL')));
`;

describe.each(['header', 'uri', 'media-type', 'query'])('a client of an API with versions by %s', (type) => {
  it('compiles, asks for its own version, and reports deprecations', async () => {
    const { root, ...options } = apps[type]!;
    const { app, url } = await serveForTest(root, options);
    const folder = consumerFolder({ noEmit: false, outDir: 'out' });
    const written = await capture(['client', join(fixture(type), 'svc.config.ts')], { cwd: folder });
    expect(written).toMatchObject({ code: 0, stderr: 'Wrote 7 files in src/api.\n' });
    writeFiles(folder, { 'src/usage.ts': usage.replace('BASE_URL', url) });
    expect(compile(folder)).toBe('');
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out', 'usage.js')]);
    const notice = { version: '1', deprecated: '2026-09-01T00:00:00.000Z', sunset: '2027-03-01T00:00:00.000Z' };
    expect(JSON.parse(stdout)).toMatchObject({
      created: 'Ada',
      found: true,
      csv: 1,
      first: { name: 'Ada' },
      again: 'Ada',
      detail: 'Not Found',
      health: 'up',
      notices: [
        { ...notice, operation: 'GET /api/people', level: 'warning', successor: 'GET /api/people of version 2' },
        { ...notice, operation: 'GET /api/people/{id}', level: 'warning' },
        { ...notice, operation: 'GET /api/people', level: 'error', link: 'https://example.com/people-v1' },
      ],
    });
    await app.close();
  });
});
