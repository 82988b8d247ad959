import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Database } from '../../service/src/database/database.js';
import { imageFormats } from '../../service/src/images/image-format.js';
import { DatabaseJobQueue } from '../../service/src/jobs/database-job-queue.js';
import type { EnqueueRender, Thumbnail } from '../../service/src/jobs/jobs-schemas.js';
import { type StartedCommand, startCommand } from './start-command.js';

const script = join(inject('built'), 'bin/svc.mjs');
let folder: string;
const started: StartedCommand[] = [];
const policy = { concurrency: 1, attempts: 1, backoffMs: 1_000, leaseMs: 30_000, keepMs: 3_600_000, pollMs: 500 };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-commands-'));
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const emptyFolder = () => mkdtempSync(join(folder, 'empty-'));

function start(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): StartedCommand {
  const command = startCommand(script, [...argv, '--demo'], { cwd, env });
  started.push(command);
  return command;
}

/** The queue that a service in a folder has. */
async function openQueue(cwd: string) {
  const database = new Database({ dataDir: join(cwd, '.svc') });
  await database.onInit();
  const queue = new DatabaseJobQueue<EnqueueRender, Thumbnail>({
    name: 'thumbnails',
    database,
    policy,
    log: { warn: () => {} },
  });
  return { queue, close: () => database.onShutdown() };
}

describe('svc worker, as it is built', () => {
  it.each([
    ['every format', 'SIGTERM', imageFormats],
    ['a format', 'SIGINT', ['png']],
  ] as const)(
    'renders %s, and at %s finishes running jobs, leaves the rest and exits with 0',
    async (_, signal, formats) => {
      const cwd = emptyFolder();
      const { queue, close } = await openQueue(cwd);
      const first: string[] = [];
      for (const format of formats) first.push((await queue.enqueue({ width: 24, format })).id);
      const worker = start(['worker'], cwd);
      await worker.sees(
        /^The worker is ready\.\n {2}database +embedded: SQLite in .*\n {2}jobs +embedded: a queue in the database/,
      );
      const states = async (ids: readonly string[]) =>
        Promise.all(ids.map(async (id) => (await queue.find(id))?.state));
      await expect.poll(() => states(first)).toEqual(formats.map(() => 'completed'));
      const rendered = await Promise.all(first.map((id) => queue.find(id)));
      expect(rendered.map((job) => job?.result?.format)).toEqual(formats);

      const many: string[] = [];
      for (let count = 0; count < 12; count += 1) many.push((await queue.enqueue({ width: 512, format: 'avif' })).id);
      await expect.poll(() => states(many), { interval: 5 }).toContain('active');
      worker.child.kill(signal);
      expect(await worker.ended).toBe(0);
      const left = await states(many);
      expect(left).not.toContain('active');
      expect(left).not.toContain('failed');
      expect(left).toContain('completed');
      expect(left).toContain('waiting');
      expect(worker.written.stderr).toBe('');
      await close();
    },
  );
});

describe('the commands for the bundled service, in an empty folder', () => {
  it('svc config shows what is in effect, and writes nothing', async () => {
    const cwd = emptyFolder();
    const command = start(['config', '--format', 'json'], cwd, { LOG_LEVEL: 'debug' });
    expect(await command.ended).toBe(0);
    const { settings } = JSON.parse(command.written.stdout) as {
      readonly settings: readonly { readonly name: string }[];
    };
    expect(settings.find(({ name }) => name === 'LOG_LEVEL')).toMatchObject({ value: 'debug', origin: 'environment' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('simultaneous runs of svc migrate migrate once', async () => {
    const cwd = emptyFolder();
    const commands = [1, 2, 3].map(() => start(['migrate'], cwd));
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    const outputs = commands.map(({ written }) => written.stdout);
    expect(outputs.filter((text) => / ran \d+ migrations\./.test(text))).toHaveLength(1);
    expect(outputs.filter((text) => text.includes('already up to date'))).toHaveLength(2);
  });

  it('svc self-test passes, and writes nothing', async () => {
    const cwd = emptyFolder();
    const command = start(['self-test'], cwd);
    expect(await command.ended).toBe(0);
    expect(command.written.stdout).toContain('All 3 checks passed');
    expect(command.written.stderr).toBe('');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('svc users grant and revoke reach a running service', async () => {
    const cwd = emptyFolder();
    const [, url] = await start(['serve', '--port', '0'], cwd).sees(/ready at (http:\/\/\S+:\d+)/);
    const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }),
    });
    const { token } = (await signUp.json()) as { readonly token: string };
    const database = new Database({ dataDir: join(cwd, '.svc') });
    await database.onInit();
    const stored = await database.kysely.selectFrom('auth_accounts').select('password').executeTakeFirstOrThrow();
    await database.onShutdown();
    expect(stored.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    const audit = async () =>
      (await fetch(`${url}/api/profile/audit`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await audit()).toBe(403);
    const granted = start(['users', 'grant', 'ada@example.com', 'admin', '--unverified'], cwd);
    expect(await granted.ended).toBe(0);
    await expect.poll(audit).toBe(200);
    const revoked = start(['users', 'revoke', 'ada@example.com', 'admin'], cwd);
    expect(await revoked.ended).toBe(0);
    await expect.poll(audit).toBe(403);
  });
});
