import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { settingNames } from '../configuration/settings-schema.js';
import { runCommand } from '../testing/run-command.js';

async function openFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  return folder.path;
}

const secret = 'a secret of at least thirty-two characters';
const wholeLine = (stdout: string, name: string) =>
  stdout
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.split(/ {2,}/);

it('svc config shows every setting once, with its value and where it comes from', async () => {
  const cwd = await openFolder({ 'svc.yaml': 'port: 8080\nLOG_LEVEL: debug\n' });
  const { code, stdout, stderr } = await runCommand(['config'], { cwd, env: { LOG_LEVEL: 'warn' } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[0]),
  ).toEqual(settingNames);
  expect(wholeLine(stdout, 'PORT')).toEqual(['PORT', '8080', 'svc.yaml']);
  expect(wholeLine(stdout, 'LOG_LEVEL')).toEqual(['LOG_LEVEL', 'warn', 'environment']);
  expect(wholeLine(stdout, 'DATA_DIR')).toEqual(['DATA_DIR', join(cwd, '.svc'), 'default']);
  expect(wholeLine(stdout, 'DATABASE_URL')).toEqual(['DATABASE_URL', '(not set)', 'default']);
});

it.each(['table', 'json', 'yaml'])('svc config --format %s shows no secret', async (format) => {
  const cwd = await openFolder();
  const env = {
    DATABASE_URL: 'postgres://svc:hunter2@db.internal/svc',
    AUTH_SECRET: secret,
    REDIS_URL: 'redis://:hunter2@cache.internal',
  };
  const { code, stdout } = await runCommand(['config', '--format', format], { cwd, env });
  expect(code).toBe(0);
  expect(stdout).toContain('postgres://svc:****@db.internal/svc');
  expect(stdout).toContain('redis://:****@cache.internal');
  expect(stdout).not.toMatch(/hunter2|thirty-two/);
});

it('svc config says the same as JSON and as YAML', async () => {
  const cwd = await openFolder({ 'svc.yaml': 'host: 0.0.0.0\n' });
  const json: unknown = JSON.parse((await runCommand(['config', '--format', 'json'], { cwd })).stdout);
  expect(json).toMatchObject({
    version: 1,
    settings: expect.arrayContaining([expect.objectContaining({ name: 'HOST', value: '0.0.0.0', origin: 'svc.yaml' })]),
  });
  expect(parse((await runCommand(['config', '--format', 'yaml'], { cwd })).stdout)).toEqual(json);
});

it('svc config --config reads another file, and names it', async () => {
  const cwd = await openFolder({
    'svc.yaml': 'port: 1\n',
    'production.yaml': 'port: 2\n',
    'broken.yaml': 'prot: 2\nport: x\n',
  });
  expect(wholeLine((await runCommand(['config', '--config', 'production.yaml'], { cwd })).stdout, 'PORT')).toEqual([
    'PORT',
    '2',
    'production.yaml',
  ]);
  const { code, stderr } = await runCommand(['config', '--config', 'broken.yaml'], { cwd });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'The configuration is not valid:\n  broken.yaml:1: unknown setting "prot". Did you mean "PORT"?\n' +
      '  PORT is "x" (broken.yaml), but must be a whole number from 0 to 65535\n',
  });
});

it('svc config reports all bad settings at once, without their secrets', async () => {
  const cwd = await openFolder({ 'svc.yaml': 'hots: here\n' });
  const env = {
    PORT: '70000',
    PUBLIC_URL: 'example.com',
    DATABASE_URL: 'mysql://root:hunter2@db/svc',
    AUTH_SECRET: 'short',
  };
  const { code, stdout, stderr } = await runCommand(['config'], { cwd, env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const line of [
    'svc.yaml:1: unknown setting "hots"',
    'PORT is "70000"',
    'PUBLIC_URL is "example.com"',
    'DATABASE_URL is "mysql://root:****@db/svc"',
    'AUTH_SECRET is "****"',
  ]) {
    expect(stderr).toContain(line);
  }
});

it('svc config cannot run on a file that is not there', async () => {
  const { code, stderr } = await runCommand(['config', '--config', 'nope.yaml'], { cwd: await openFolder() });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^The settings file \S+nope\.yaml cannot be read: ENOENT/),
  });
});

it('svc config sends no escape sequence of a value to the terminal', async () => {
  const { stdout } = await runCommand(['config'], {
    cwd: await openFolder(),
    env: { REVISION: 'v1\u001b[31m' },
  });
  expect(stdout).toContain(String.raw`v1\u001b[31m`);
  expect(stdout).not.toContain('\u001b');
});

it.each([['--format', 'xml'], ['--confg', 'x'], ['svc.yaml']])('svc config %s is bad usage', async (...argv) => {
  expect(await runCommand(['config', ...argv])).toMatchObject({ code: 2, stdout: '' });
});
