import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../database/database.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { runCommand } from '../testing/run-command.js';

async function openFolder(): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

it('svc migrate creates the tables once, and lists the migrations that ran', async () => {
  const cwd = await openFolder();
  const place = `SQLite in ${join(cwd, '.svc')}`;
  const first = await runCommand(['migrate'], { cwd });
  expect(first).toEqual({
    code: 0,
    stdout: expect.stringMatching(/: ran \d+ migrations\.\n {2}0001-users\n {2}0002-ledger\n/),
    stderr: '',
  });
  expect(first.stdout.startsWith(place)).toBe(true);
  expect(await runCommand(['migrate'], { cwd })).toEqual({
    code: 0,
    stdout: `${place}: already up to date.\n`,
    stderr: '',
  });
});

it('svc migrate --config migrates the database that the file names', async () => {
  const cwd = await openFolder();
  await writeFile(join(cwd, 'other.yaml'), 'data_dir: ./elsewhere\n');
  expect((await runCommand(['migrate', '--config', 'other.yaml'], { cwd })).stdout).toContain(
    `SQLite in ${join(cwd, 'elsewhere')}: ran `,
  );
});

it('svc migrate leaves a database alone that a newer version has migrated', async () => {
  const cwd = await openFolder();
  const database = new Database({ dataDir: join(cwd, '.svc') });
  await database.onInit();
  await database.sql`insert into svc_migration values ('9999-future', '2030-01-01')`.execute(database.kysely);
  await database.onShutdown();
  const { code, stdout, stderr } = await runCommand(['migrate'], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'The database holds migration 9999-future, which is newer than this version of svc. Run the newer version, or use another database.\n',
  );
});

it('svc migrate says in a line why a database cannot be migrated, without its password', async () => {
  const cwd = await openFolder();
  const env = {
    DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:1/svc',
    AUTH_SECRET: 'a secret of at least thirty-two characters',
  };
  const away = await runCommand(['migrate'], { cwd, env });
  expect(away).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^PostgreSQL at \S+ does not respond: .*ECONNREFUSED.* Check DATABASE_URL\.\n$/),
  });
  expect(away.stderr).not.toContain('hunter2');
  await writeFile(join(cwd, 'file'), '');
  expect(await runCommand(['migrate'], { cwd, env: { DATA_DIR: 'file' } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Set DATA_DIR to a folder'),
  });
});

it('svc migrate distinguishes bad settings from bad usage', async () => {
  const cwd = await openFolder();
  expect(await runCommand(['migrate'], { cwd, env: { DATABASE_URL: 'mysql://db' } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATABASE_URL'),
  });
  expect(await runCommand(['migrate', 'now'], { cwd })).toMatchObject({ code: 2 });
  expect(await runCommand(['migrate', '--config', 'nope.yaml'], { cwd })).toMatchObject({ code: 2 });
});
