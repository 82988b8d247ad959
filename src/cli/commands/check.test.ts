import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const broken = readdirSync(fixture('broken'))
  .filter((name) => name !== 'unloadable')
  .sort();
const check = (name: string, ...argv: readonly string[]) =>
  capture(['check', '--as-of', '2026-11-21', ...argv], { cwd: fixture(name) });

describe('svc check', () => {
  it.each(broken)('finds what is wrong in broken/%s, and fails for errors only', async (name) => {
    const { code, stdout, stderr } = await check(`broken/${name}`);
    const lines = stdout.trimEnd().split('\n');
    const errors = lines.filter((line) => / error [\w-]+: /.test(line)).length;
    expect(lines.join('\n')).toMatch(new RegExp(`(error|warning|info) ${name}: `));
    expect({ code, stderr }).toEqual({ code: errors > 0 ? 1 : 0, stderr: '' });
    expect(lines.at(-1)).toMatch(
      /^(?:\d+ errors?)?(?:, )?(?:\d+ warnings?)?(?:, )?(?:\d+ notes?)? in \d+ (?:routes?|lens|lenses), as of 2026-11-21\.$/,
    );
    const warns = lines.some((line) => / (?:error|warning) [\w-]+: /.test(line));
    expect((await check(`broken/${name}`, '--fail-on', 'warning')).code).toBe(warns ? 1 : 0);
  });

  it.each(['uri', 'header', 'media-type', 'unversioned'])('has nothing against the %s service', async (name) => {
    const { code, stdout } = await check(name, '--fail-on', 'warning');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^No problems in \d+ routes, as of 2026-11-21\.\n$/),
    });
  });

  it.each(['pretty', 'json', 'github', 'sarif', 'junit'])(
    'prints %s, and nothing else, on standard output',
    async (format) => {
      const { code, stdout, stderr } = await check('broken/duplicate-route', '--format', format);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toContain('duplicate-route');
    },
  );

  it.each([
    ['a root alone', 'export const root = Root;'],
    [
      'a function without a versioning',
      "export const openapi = () => ({ root: Root, info: { title: 'Shop', version: '1.0.0' } });",
    ],
  ])('says which versioning it assumes where a file exports %s', async (_, exported) => {
    const module = (version: string) => `
      import { Controller, Get, Module, Version } from 'svckit';
      @Controller('users') ${version} class Users { @Get('') list() { return []; } }
      @Module({ controllers: [Users] }) class Root {}
      ${exported}`;
    const project = makeProject({ 'svc.config.ts': module("@Version('1')"), 'plain.ts': module('') });
    const run = (...argv: readonly string[]) => capture(['check', ...argv], project);
    expect((await run()).stdout).toContain(
      "svc.config.ts exports no versioning, so its versions are in the path, as in /v1. Add versioning: { type: 'uri' } to say so, or another type.\n",
    );
    expect((await run('--format', 'markdown')).stdout).toContain('svc.config.ts exports no versioning');
    expect(JSON.parse((await run('--format', 'json')).stdout)).toMatchObject({ notes: [expect.any(String)] });
    expect((await run('plain.ts')).stdout).not.toContain('versioning');
    project.remove();
  });

  it('takes the day from --as-of, else from the clock', async () => {
    const { stdout } = await check('broken/sunset-passed', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ asOf: '2026-11-21', problems: [{ id: 'sunset-passed' }] });
    const before = await capture(['check', '--as-of', '2026-08-01', '--format', 'json'], {
      cwd: fixture('broken/sunset-passed'),
    });
    expect(JSON.parse(before.stdout)).toEqual({ version: 1, asOf: '2026-08-01', problems: [], notes: [] });
    const byClock = await capture(['check', '--format', 'json'], {
      cwd: fixture('broken/sunset-passed'),
      now: new Date('2026-08-01T23:59:59Z'),
    });
    expect(byClock.stdout).toBe(before.stdout);
  });

  it('lists its rules, as a table and for programs', async () => {
    const { code, stdout } = await capture(['check', '--list']);
    expect(code).toBe(0);
    for (const name of broken) expect(stdout).toMatch(new RegExp(`^${name} +(error|warning|info) +\\S`, 'm'));
    const { rules } = JSON.parse((await capture(['check', '--list', '--format', 'json'])).stdout) as {
      rules: { id: string; summary: string }[];
    };
    expect(rules.map(({ id }) => id)).toEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    );
  });

  it.each([
    [['--as-of', 'soon'], '--as-of "soon" is not a date. Use YYYY-MM-DD, such as --as-of 2026-11-21.\n'],
    [
      ['--fail-on', 'warnings'],
      'Unknown value "warnings" for --fail-on. Did you mean "warning"? Available: error, warning, info.\n',
    ],
    [['--list', 'header/svc.config.ts'], '--list needs no service. Omit the entry.\n'],
    [['--list', '--format', 'sarif'], '--list does not support --format sarif. Available: pretty, json.\n'],
  ])('refuses %j', async (argv, stderr) => {
    expect(await capture(['check', ...argv])).toEqual({ code: 2, stdout: '', stderr });
  });
});
