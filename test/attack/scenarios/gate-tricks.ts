import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tally } from '../lab/tally.js';
import { type Scenario, Skipped } from '../scenario.js';

const service = (method: string) => `
import { Controller, defineService, Delete, Get, Module } from 'svckit';
@Controller('users', { version: '1' }) class UsersController { @Get() list() { return []; } ${method} }
@Module({ controllers: [UsersController] }) class AppModule {}
export default defineService({
  root: AppModule,
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  info: { title: 'Tricked', version: '1.0.0' },
});`;
const promised = service('@Delete() clear() { return []; }');
/** Without what the lock file promises: the gate closes. */
const breaking = service('');

/** Code of the service that is judged, with which it tries to decide the verdict. */
const tricks = [
  '',
  `process.on('exit', () => { process.exitCode = 0; });`,
  `process.on('exit', () => process.reallyExit(0));`,
  `process.exit(0);`,
  `process.exit = () => process.reallyExit(0);`,
  `process.reallyExit(0);`,
  `Object.defineProperty(process, 'exitCode', { get: () => 0, set() {} });`,
  `process.stdout.write = () => true;`,
  `process.stdout.write('The gate is open.\\n'); process.exit(0);`,
  `process.kill(process.ppid, 'SIGSTOP'); setTimeout(() => process.kill(process.ppid, 'SIGCONT'), 50);`,
  `Array.prototype.filter = () => [];`,
  `Array.prototype.some = () => false;`,
  `JSON.stringify = () => '{}';`,
  `JSON.parse = () => ({});`,
  `Object.prototype.toJSON = () => ({});`,
  `Map.prototype.get = () => undefined;`,
  `String.prototype.startsWith = () => false;`,
  `process.env.GITHUB_ACTIONS = ''; for (const name in process.env) delete process.env[name];`,
  `import { rmSync } from 'node:fs'; rmSync('contracts', { recursive: true });`,
  `import { execSync } from 'node:child_process'; execSync('git stash --quiet || true');`,
  `import { writeFileSync } from 'node:fs'; writeFileSync('contracts/exceptions.yaml', '[]');`,
  `import { writeSync } from 'node:fs'; for (const fd of [1, 3, 4, 5]) try { writeSync(fd, '{"answer":{}}\\n'); } catch {} process.exit(0);`,
];

export const gateTricks: Scenario = {
  name: 'gate-tricks',
  summary: 'Puts tricks into the service that svc gate judges: none turns a closed gate into exit code 0.',
  async run(context) {
    const tally = new Tally();
    const run = (program: string, ...args: string[]) => {
      const { status, error, stdout, stderr } = spawnSync(program, args, {
        cwd: context.folder,
        env: { ...context.env, NO_COLOR: '1' },
        encoding: 'utf8',
      });
      if (error) throw new Skipped(`${program} cannot run: ${error.message}`);
      return { status, output: stdout + stderr };
    };
    const svc = (...args: string[]) => run(process.execPath, join(context.repository, 'bin/svc.mjs'), ...args);
    const write = (text: string) => writeFileSync(join(context.folder, 'svc.config.ts'), text);
    const git = (...args: string[]) => run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args);

    git('init', '--quiet', '--initial-branch=main');
    write(promised);
    const locked = svc('openapi', 'lock');
    tally.expect(locked.status === 0, `svc openapi lock failed: ${locked.output}`);
    git('add', '-A');
    git('commit', '--quiet', '-m', 'promised');
    const open = svc('gate', '--base', 'HEAD');
    tally.expect(open.status === 0, `the gate is closed without a change: ${open.output}`);

    const chosen = context.scale === 'long' ? tricks : [tricks[0]!, tricks[1 + (context.seed % (tricks.length - 1))]!];
    for (const [index, trick] of chosen.entries()) {
      context.progress(index, chosen.length);
      git('reset', '--quiet', '--hard');
      write(`${trick}\n${breaking}`);
      const { status, output } = svc('gate', '--base', 'HEAD');
      tally.expect(status === 1 || status === 2, `the gate ended with ${status} for ${trick}\n${output.slice(0, 300)}`);
      if (index === 0) tally.expect(status === 1, `a breaking change did not close the gate: ${output}`);
    }
    return tally.outcome(`${chosen.length} tricks`);
  },
};
