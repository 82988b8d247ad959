import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { repository } from './built-package.js';

const built = inject('built');
const script = join(built, 'bin/svc.mjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-launcher-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function svc(argv: readonly string[], cwd: string, path = script, more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...more };
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...argv], { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A project whose node_modules/svckit is `home`. */
function makeProject(name: string, install: (home: string) => void): string {
  const project = join(folder, name, 'packages', 'api');
  mkdirSync(project, { recursive: true });
  mkdirSync(join(folder, name, 'node_modules'));
  install(join(folder, name, 'node_modules', 'svckit'));
  return project;
}

describe('the svc script', () => {
  it('uses the svckit that the project has installed, also from its subfolders', () => {
    const project = makeProject('own', (home) => {
      mkdirSync(join(home, 'command'), { recursive: true });
      writeFileSync(
        join(home, 'package.json'),
        JSON.stringify({ name: 'svckit', version: '9.9.9', type: 'module', bin: { svc: 'command/svc.mjs' } }),
      );
      writeFileSync(
        join(home, 'command/svc.mjs'),
        'console.log("the own one", ...process.argv.slice(2)); process.exitCode = 7;',
      );
    });
    expect(svc(['routes', '--deprecated'], project)).toEqual({
      status: 7,
      stdout: 'the own one routes --deprecated\n',
      stderr: '',
    });
  });

  it('runs itself when it is the installed one, also through a link', () => {
    const project = makeProject('linked', (home) => symlinkSync(built, home));
    expect(svc(['--version'], project)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(svc(['--version'], project, join(folder, 'linked/node_modules/svckit/bin/svc.mjs')).status).toBe(0);
  });

  it.each(['', '{', '{ "bin": { "svc": "gone.mjs" } }', '{ "bin": {} }'])(
    'does not use an installation whose package.json is %j',
    (text) => {
      const project = makeProject(`damaged-${text.length}`, (home) => {
        mkdirSync(home);
        writeFileSync(join(home, 'package.json'), text);
      });
      expect(svc(['--version'], project)).toMatchObject({ status: 0, stderr: '' });
    },
  );

  it.each(['process.exit(0);', 'await new Promise(() => {});'])(
    'does not pass a service that ends the process with %s',
    (line) => {
      writeFileSync(join(folder, 'ending.mjs'), line);
      const { status, stdout, stderr } = svc(['check', 'ending.mjs'], folder);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('svc ended before it finished');
    },
  );

  describe('takes no verdict from the service that it judges', () => {
    const service = `
      import { Controller, defineService, Get, Module } from 'svckit';
      @Controller('users') class UsersController { @Get() list() { return []; } @Get() again() { return []; } }
      @Module({ controllers: [UsersController] }) class AppModule {}
      export default defineService({ root: AppModule });`;
    const broken = (tricks: string) => {
      writeFileSync(join(folder, 'tricks.ts'), `${tricks}\n${service}`);
      return svc(['check', 'tricks.ts'], folder, script, { TMPDIR: folder });
    };
    const findsDuplicate = { status: 1, stdout: expect.stringContaining('duplicate-route') };
    const isRefused = { status: 2, stdout: '' };
    const forged = `JSON.stringify({ answer: { problems: [], routeCount: 1 } })`;

    it.each([
      ['an exit listener', `process.on('exit', () => { process.exitCode = 0; });`],
      ['an exit listener that exits', `process.on('exit', () => process.reallyExit(0));`],
      ['another process.exit', `process.exit = () => process.reallyExit(0);`],
      [
        'another process.reallyExit',
        `const exit = process.reallyExit; process.reallyExit = () => exit.call(process, 0);`,
      ],
      ['a fixed exit code', `process.exitCode = 0;`],
      ['another process.stdout.write', `process.stdout.write = () => true;`],
      ['its own standard output', `process.stdout.write('No problems in 1 route.\\n'); console.log('passed');`],
      ['the environment', `for (const name in process.env) delete process.env[name];`],
      ['another fs.writeSync', `import fs from 'node:fs'; fs.writeSync = () => 0; fs.writeFileSync = () => {};`],
      ['a timer that ends the process', `setImmediate(() => {}); setTimeout(() => process.exit(0), 60_000);`],
    ])('which has %s', (_trick, code) => {
      expect(broken(code)).toMatchObject(findsDuplicate);
    });

    it.each([
      ['ends the process', `process.exit(0);`],
      ['kills the process', `process.kill(process.pid, 'SIGTERM');`],
      ['sends an answer of its own', `import { writeSync } from 'node:fs'; writeSync(3, ${forged}); process.exit(0);`],
      ['guesses the key', `import { writeSync } from 'node:fs'; writeSync(3, 'key\\n' + ${forged} + '\\nkey\\n');`],
      [
        'replaces a built-in function',
        `const { filter } = Array.prototype; Array.prototype.filter = function (...all) { return filter.apply(this, all).slice(0, 0); };`,
      ],
      ['replaces what is written', `Object.prototype.toJSON = () => ({ problems: [], routeCount: 1 });`],
      ['replaces JSON.stringify', `JSON.stringify = () => '{"answer":{"problems":[],"routeCount":1}}';`],
      ['replaces how arrays are read', `Array.prototype[Symbol.iterator] = function* () {};`],
    ])('which %s', (_trick, code) => {
      expect(broken(code)).toMatchObject(isRefused);
    });

    it('and lets a service add functions that the language lacks', () => {
      expect(broken('Array.prototype.lastOne = function () { return this.at(-1); };')).toMatchObject(findsDuplicate);
    });
  });

  it('prints the same version from the script and from the command line behind it', () => {
    expect(svc(['--version'], folder).stdout).toBe(svc(['-V'], folder).stdout);
    expect(svc(['--version', '--help'], folder).stdout).toBe(svc(['--version'], folder).stdout);
  });

  it('reports that it is not built', () => {
    const home = join(folder, 'unbuilt');
    mkdirSync(home);
    cpSync(join(repository, 'bin'), join(home, 'bin'), { recursive: true });
    cpSync(join(repository, 'package.json'), join(home, 'package.json'));
    expect(svc(['routes'], folder, join(home, 'bin/svc.mjs'))).toEqual({
      status: 2,
      stdout: '',
      stderr: 'svckit is not built. Run npm run build in its folder first.\n',
    });
  });

  it('ends silently when its reader stops reading', () => {
    const command = `"${process.execPath}" "${script}" openapi export --demo | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '{\n0\n', stderr: '' });
  });

  it('prints no colour into a pipe', () => {
    const { stdout } = svc(['routes', '--deprecated'], join(repository, 'fixtures/header'));
    expect(stdout).toContain('PeopleV1Controller.list');
    expect(stdout).not.toContain('\u001b');
  });
});
