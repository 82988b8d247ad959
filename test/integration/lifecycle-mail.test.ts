import { sqlUsageStore } from '@svckit/stores';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../service/src/database/database.js';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { startIn } from '../../service/src/testing/start-whole-service.js';
import { capture } from '../../src/cli/testing/capture-io.js';
import { startMailServer } from './start-mail-server.js';

const asOf = '2027-02-25T00:00:00Z';
const root = new URL('../..', import.meta.url).pathname;

/** A data folder with accounts of confirmed addresses that call what goes away. */
async function makeCallers(names: readonly string[]): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(folder.remove);
  const database = new Database({ dataDir: folder.path, durability: 'normal' });
  await database.onInit();
  const account = { emailVerified: 1, image: null, createdAt: '2026-01-01', updatedAt: '2026-01-01' };
  const accounts = names.map((id) => ({ ...account, id, name: id, email: `${id}@example.com` }));
  await database.kysely.insertInto('auth_users').values(accounts).execute();
  const last = Date.parse('2027-02-01');
  const count = {
    version: '1',
    operation: 'GET /api/notes/whoami',
    kind: 'caller',
    day: '2027-02-01',
    calls: 1,
  } as const;
  await sqlUsageStore(database.kysely).add({
    writer: 'a',
    sequence: 1,
    counts: names.map((consumer) => ({ ...count, consumer, refused: 0, first: last, last, members: {} })),
  });
  await database.onShutdown();
  return folder.path;
}

/** What `svc lifecycle --notices` shows of the folder. */
async function readNotices(DATA_DIR: string) {
  const { stdout, stderr } = await capture(['lifecycle', '--notices', '--format', 'json'], {
    cwd: root,
    env: { DATA_DIR, DATABASE_DURABILITY: 'normal' },
  });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { notices: { notice: string; attempts: number; failure: string | null }[] }).notices;
}

it('a mail that a server refuses arrives after a restart, and one that arrived is not sent again', async () => {
  const refused = new Set(['bob@example.com']);
  const { port, received } = await startMailServer(undefined, refused);
  const folder = await makeCallers(['ada', 'bob']);
  const start = () => startIn(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` }, () => new Date(asOf));
  const recipients = () => received.flatMap(({ to }) => to);

  const first = await start();
  await expect.poll(recipients).toEqual(['ada@example.com']);
  await expect.poll(() => first.log.join('\n')).toContain('A lifecycle event did not arrive');
  await first.close();
  const event = 'sunset of version 1 at 2027-03-01T00:00:00.000Z in 7';
  expect(await readNotices(folder)).toMatchObject([
    { notice: event, attempts: expect.any(Number), failure: 'Not delivered to bob.' },
    { notice: `${event} to bob`, failure: expect.stringContaining('Mailbox unavailable') },
  ]);

  refused.clear();
  const second = await start();
  onTestFinished(() => second.close());
  await expect.poll(recipients, { timeout: 60_000 }).toEqual(['ada@example.com', 'bob@example.com']);
  await expect.poll(() => readNotices(folder), { timeout: 60_000, interval: 2_000 }).toEqual([]);
});

it('a notice waits for a mail server that is down', async () => {
  const folder = await makeCallers(['ada']);
  const start = (port: number) => startIn(folder, { SMTP_URL: `smtp://127.0.0.1:${port}` }, () => new Date(asOf));
  const down = await start(1);
  await expect.poll(() => down.log.join('\n')).toContain('A lifecycle event did not arrive');
  await down.close();
  const { port, received } = await startMailServer();
  const up = await start(port);
  onTestFinished(() => up.close());
  await expect.poll(() => received.flatMap(({ to }) => to), { timeout: 60_000 }).toEqual(['ada@example.com']);
});
