import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { satisfiesRange } from '../../text/version-range.js';
import { capture } from '../testing/capture-io.js';

let project: ReturnType<typeof makeProject>;
afterEach(() => project.remove());

const service = `
  import { Controller, defineService, Get, Module } from 'svckit';
  @Controller('users') class Users { @Get() list() {} }
  @Module({ controllers: [Users] }) class Root {}
  export default defineService({ root: Root, info: { title: 'Users', version: '1' } });`;
const installed = (name: string, version: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
});

interface Reported {
  readonly check: string;
  readonly state: string;
  readonly message: string;
  readonly fix: string | null;
}

/** What svc doctor reports of a project with these files, beside what is right. */
async function examine(files: Readonly<Record<string, string>>) {
  project = makeProject({ 'svc.config.ts': service, ...files });
  const { code, stdout, stderr } = await capture(['doctor', '--format', 'json'], { cwd: project.cwd });
  expect(stderr).toBe('');
  const { checks } = JSON.parse(stdout) as { checks: Reported[] };
  return { code, checks, wrong: checks.filter(({ state }) => state !== 'ok') };
}

const tsconfig = (compilerOptions: object) => ({ 'tsconfig.json': JSON.stringify({ compilerOptions }) });
const good = { module: 'nodenext', target: 'es2022', strict: true };

describe('svc doctor', () => {
  it('prints a line for each check, with the fix beside what is wrong', async () => {
    project = makeProject({ 'svc.config.ts': service, ...tsconfig({ ...good, target: 'esnext' }) });
    await capture(['openapi', 'lock'], { cwd: project.cwd });
    const { code, stdout } = await capture(['doctor'], { cwd: project.cwd });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ +/, 2).join(' '))).toEqual(
      expect.arrayContaining(['node ok', 'tsconfig ok', 'decorators warning', 'config ok', 'locks ok']),
    );
    expect(lines.find((line) => line.startsWith('decorators'))).toContain(
      'target "esnext" leaves decorators as they are, which Node cannot run.  Write "target": "es2022"',
    );
  });

  it.each([
    ['moduleResolution', { ...good, module: 'commonjs' }, 'tsconfig', 'error', '"moduleResolution": "bundler"'],
    ['strict', { ...good, strict: false }, 'tsconfig', 'warning', '"strict": true'],
  ])('reports %s of tsconfig.json', async (_name, options, check, state, fix) => {
    const { wrong } = await examine(tsconfig(options));
    expect(wrong).toContainEqual(expect.objectContaining({ check, state, fix: expect.stringContaining(fix) }));
  });

  it('reads what tsconfig.json extends, with comments and a comma at the end', async () => {
    const { checks } = await examine({
      'tsconfig.json': '{ "extends": "./base", /* ours */ "compilerOptions": { "strict": true, }, // yes\n}',
      'base.json': JSON.stringify({ compilerOptions: good }),
    });
    expect(checks).toContainEqual(
      expect.objectContaining({ message: 'tsconfig.json: moduleResolution nodenext, strict' }),
    );
    project.remove();
    const { code, wrong } = await examine({ 'tsconfig.json': '{ "compilerOptions": ' });
    expect(code).toBe(1);
    expect(wrong.find(({ check }) => check === 'tsconfig')).toMatchObject({
      state: 'error',
      message: expect.stringContaining('cannot be read'),
    });
  });

  it('reports packages that svckit does not work with', async () => {
    const { code, wrong } = await examine({ ...installed('typescript', '5.2.2'), ...installed('pino', '9.14.0') });
    expect(code).toBe(1);
    expect(wrong).toContainEqual({
      check: 'peers',
      state: 'error',
      message: 'pino 9.14.0 is not ^10.0.0, which svckit needs.',
      fix: 'npm install pino@^10.0.0',
    });
    expect(wrong).toContainEqual(expect.objectContaining({ check: 'typescript', state: 'error' }));
  });

  it('reports a configuration that cannot be loaded, and none at all', async () => {
    const { code, wrong } = await examine({ 'svc.config.ts': 'export default {' });
    expect(code).toBe(1);
    expect(wrong.at(-1)).toMatchObject({ check: 'config', state: 'error' });
    project.remove();
    project = makeProject({ 'package.json': '{}' });
    const { stdout } = await capture(['doctor'], { cwd: project.cwd });
    expect(stdout).toMatch(/^config +error +No service found/m);
  });

  it('reports lock files that are missing or old', async () => {
    const { wrong } = await examine({});
    expect(wrong.find(({ check }) => check === 'locks')).toMatchObject({ state: 'warning' });
  });

  it('refuses what it does not know', async () => {
    project = makeProject({ 'svc.config.ts': service });
    expect((await capture(['doctor', '--format', 'yaml'], { cwd: project.cwd })).code).toBe(2);
  });
});

describe('a version in a range', () => {
  it.each([
    ['4.6.7', '^4.0.0', true],
    ['5.0.0', '^4.0.0', false],
    ['4.0.0', '^4.1.0', false],
    ['0.1.3', '^0.1.0', true],
    ['0.2.0', '^0.1.0', false],
    ['20.19.0', '>=20.19', true],
    ['20.18.3', '>=20.19', false],
    ['0.1.0', '0.1.0', true],
    ['5.4.1', '^5.0.0 || ^6.0.0', true],
    ['7.0.0', '^5.0.0 || ^6.0.0', false],
  ])('%s in %s: %s', (version, range, isIn) => expect(satisfiesRange(version, range)).toBe(isIn));
});
