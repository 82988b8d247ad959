import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../database/database.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { runCommand } from '../testing/run-command.js';

/** A data folder in which Ada has signed up. */
async function openDataFolder({ verified = true, email = 'ada@example.com' } = {}): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const database = new Database({ dataDir: folder.path });
  await database.onInit();
  const now = '2026-11-21T12:00:00.000Z';
  await database.kysely
    .insertInto('auth_users')
    .values({
      id: 'ada',
      name: 'Ada \u001b[31mLovelace',
      email,
      emailVerified: verified ? 1 : 0,
      image: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await database.onShutdown();
  return folder.path;
}

it('svc users grants, lists and revokes roles on the configured database', async () => {
  const cwd = await openDataFolder();
  const users = (...argv: readonly string[]) => runCommand(['users', ...argv], { cwd, env: { DATA_DIR: cwd } });
  expect(await users('grant', 'Ada@example.com', 'admin')).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^ada@example\.com now has the role admin\.\nAccount: id ada, verified, \d+ \w+ old\.\n$/,
    ),
    stderr: '',
  });
  expect((await users('grant', 'ada@example.com', 'admin')).stdout).toContain(
    'ada@example.com already has the role admin.\nAccount: id ada, verified, ',
  );
  await users('grant', 'ada@example.com', 'editor');
  expect((await users('list')).stdout).toMatchInlineSnapshot(`
    "ADDRESS          NAME                    VERIFIED  SINCE       ROLES
    ada@example.com  Ada \\u001b[31mLovelace  yes       2026-11-21  admin, editor
    "
  `);
  expect(JSON.parse((await users('list', '--format', 'json')).stdout)).toMatchObject({
    version: 1,
    users: [
      {
        email: 'ada@example.com',
        roles: ['admin', 'editor'],
        emailVerified: true,
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ],
  });
  expect((await users('revoke', 'ada@example.com', 'admin')).stdout).toBe(
    'ada@example.com no longer has the role admin.\n',
  );
  expect((await users('revoke', 'ada@example.com', 'admin')).stdout).toBe(
    'ada@example.com does not have the role admin.\n',
  );
});

it('svc users grant refuses an account that anybody may have made, unless forced', async () => {
  const cwd = await openDataFolder({ verified: false });
  const users = (...argv: readonly string[]) => runCommand(['users', ...argv], { cwd, env: { DATA_DIR: cwd } });
  expect(await users('grant', 'ada@example.com', 'admin')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /ada@example\.com has not verified .*: id ada, not verified, .* old\..* --unverified/,
    ),
  });
  expect(JSON.parse((await users('list', '--format', 'json')).stdout)).toMatchObject({ users: [{ roles: [] }] });
  expect(await users('grant', 'ada@example.com', 'admin', '--unverified')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Account: id ada, not verified, '),
  });
  expect((await users('revoke', 'ada@example.com', 'admin')).code).toBe(0);
});

it.each(['\u212aate@example.com', 'ad\u0430@example.com', 'ada @example.com', 'ada@exam\u001bple.com'])(
  'svc users grant takes no address with the letter of another, such as %j',
  async (email) => {
    const cwd = await openDataFolder({ email: 'kate@example.com' });
    const users = (...argv: readonly string[]) => runCommand(['users', ...argv], { cwd, env: { DATA_DIR: cwd } });
    expect(await users('grant', email, 'admin')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not an email address'),
    });
  },
);

it('svc users says what is wrong: an unknown address, bad settings, bad usage', async () => {
  const cwd = await openDataFolder();
  const users = (argv: readonly string[], env: Record<string, string> = { DATA_DIR: cwd }) =>
    runCommand(['users', ...argv], { cwd, env });
  expect(await users(['grant', 'nobody@example.com', 'admin'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('No account has the address nobody@example.com'),
  });
  expect(await users(['grant', 'ada', 'admin'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not an email address'),
  });
  expect(await users(['grant', 'ada@example.com'])).toMatchObject({ code: 2 });
  expect(await users(['list'], { DATABASE_URL: 'mysql://localhost' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATABASE_URL'),
  });
});

it.each(['grant', 'revoke'])(
  'svc users %s refuses a role that no route asks for, names those there are, and changes nothing',
  async (command) => {
    const cwd = await openDataFolder();
    const users = (...argv: readonly string[]) => runCommand(['users', ...argv], { cwd, env: { DATA_DIR: cwd } });
    expect(await users(command, 'ada@example.com', 'Admn')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'No route requires the role "Admn". Did you mean "admin"? Available: admin, editor.\n',
    });
    expect((await users(command, 'ada@example.com', 'Super User')).stderr).toBe(
      'No route requires the role "Super User". Available: admin, editor.\n',
    );
    expect(JSON.parse((await users('list', '--format', 'json')).stdout)).toMatchObject({ users: [{ roles: [] }] });
  },
);

it('svc users revoke takes a role that no route asks for any more from an account that has it', async () => {
  const cwd = await openDataFolder();
  const users = (...argv: readonly string[]) => runCommand(['users', ...argv], { cwd, env: { DATA_DIR: cwd } });
  const database = new Database({ dataDir: cwd });
  await database.onInit();
  await database.kysely.insertInto('auth_roles').values({ user_id: 'ada', role: 'auditor' }).execute();
  await database.onShutdown();
  expect(await users('revoke', 'ada@example.com', 'auditor')).toEqual({
    code: 0,
    stdout: 'ada@example.com no longer has the role auditor.\n',
    stderr: '',
  });
  expect(await users('revoke', 'ada@example.com', 'auditor')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No route requires the role "auditor"'),
  });
});

it('svc users list says when there are no accounts', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  expect(await runCommand(['users', 'list'], { cwd: folder.path, env: { DATA_DIR: folder.path } })).toEqual({
    code: 0,
    stdout: 'No accounts yet.\n',
    stderr: '',
  });
});
