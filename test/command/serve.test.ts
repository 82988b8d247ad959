import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { repository } from './built-package.js';
import { type StartedCommand, startCommand } from './start-command.js';

const script = join(inject('built'), 'bin/svc.mjs');
let project: string;
const started: StartedCommand[] = [];

beforeAll(() => {
  project = mkdtempSync(join(repository, 'node_modules', '.cache', 'svckit-serve-'));
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function serve(
  argv: readonly string[],
  cwd = join(repository, 'fixtures/header'),
  env: NodeJS.ProcessEnv = {},
): StartedCommand {
  const command = startCommand(script, ['serve', ...argv], { cwd, env });
  started.push(command);
  return command;
}

const ready = /ready at (http:\/\/\S+:\d+)/;
const addressOf = async (command: StartedCommand) => (await command.sees(ready))[1]!;

/** A service whose answers name the edition of its file and the process; a slow one comes after the first signal to stop. */
const service = (edition: string, extra = '') => `
import { Controller, defineService, Get, Module } from 'svckit';
${extra}
@Controller('edition')
class EditionController {
  @Get() read() { return { edition: '${edition}', pid: process.pid }; }
  @Get('slow') async slow() {
    await new Promise((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => setTimeout(resolve, 200));
    });
    return 'late';
  }
}
@Module({ controllers: [EditionController] })
class AppModule {}
export default defineService({ root: AppModule });
`;

function writeProject(text: string): string {
  const folder = mkdtempSync(join(project, 'app-'));
  writeFileSync(join(folder, 'svc.config.ts'), text);
  return folder;
}

/** Over a new connection, so that any process may answer. */
async function read(url: string): Promise<{ edition: string; pid: number }> {
  const [response] = (await once(get(`${url}/edition`, { agent: false }), 'response')) as [IncomingMessage];
  return (await json(response)) as { edition: string; pid: number };
}

describe('svc serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes running requests after %s, refuses new ones, and exits with 0',
    async (signal) => {
      const command = serve(['--port', '0'], writeProject(service('one')));
      const url = await addressOf(command);
      const slow = fetch(`${url}/edition/slow`);
      await read(url);
      command.child.kill(signal);
      expect(await (await slow).json()).toBe('late');
      expect(await command.ended).toBe(0);
      await expect(fetch(`${url}/edition`)).rejects.toThrow();
    },
  );

  it.skipIf(process.platform !== 'linux')('serves without the process that loaded it', async () => {
    const command = serve(['--port', '0']);
    await addressOf(command);
    const { pid } = command.child;
    await expect.poll(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
  });

  it('stops at once at a second signal', async () => {
    const command = serve(['--port', '0'], writeProject(service('one').replace('setTimeout(resolve, 200)', '{}')));
    const url = await addressOf(command);
    const slow = fetch(`${url}/edition/slow`).catch(() => 'cut');
    await read(url);
    command.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${url}/edition`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(143);
    expect(await slow).toBe('cut');
  });

  it('reports in one line that its processes find the port taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    const command = serve(['--port', String(port), '--workers', '2']);
    expect(await command.ended).toBe(1);
    expect(command.written).toEqual({
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is in use. Stop the process that listens there, or choose another port: --port ${port + 1}\n`,
    });
    holder.close();
  });

  it('serves in several processes, replaces one that dies, and stops them all', async () => {
    const command = serve(['--port', '0', '--workers', '2'], writeProject(service('one')));
    const url = await addressOf(command);
    expect(command.written.stdout).toMatch(/^ {2}workers +2$/m);
    const pids = new Set<number>();
    await expect.poll(async () => pids.add((await read(url)).pid).size).toBe(2);
    const [first] = [...pids];
    process.kill(first!, 'SIGKILL');
    await command.sees(new RegExp(`Worker ${first} exited with SIGKILL. Starting another one\\.`), 'stderr');
    pids.delete(first!);
    await expect.poll(async () => pids.add((await read(url)).pid).size).toBe(2);
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('serves the sum of the metrics of all processes, whichever answers', async () => {
    const definition = service('one').replace('root: AppModule', 'root: AppModule, metrics: true, usage: true');
    const command = serve(['--port', '0', '--workers', '2'], writeProject(definition));
    const url = await addressOf(command);
    const pids = new Set<number>();
    let calls = 0;
    for (; pids.size < 2; calls++) pids.add((await read(url)).pid);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain(`route="/edition",status="200",version="",deprecated="false"} ${calls}\n`);
    expect(text).toContain(`api_calls_total{version="",operation="GET /edition",refused="false"} ${calls}\n`);
    expect(text).toMatch(/# EOF\n?$/);
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  });

  it('restarts after a save, and waits while checks or loading fail', async () => {
    const folder = writeProject(service('one'));
    const file = join(folder, 'svc.config.ts');
    const command = serve(['--port', '0', '--watch'], folder);
    expect(await read(await addressOf(command))).toMatchObject({ edition: 'one' });
    const addresses = () => [...command.written.stdout.matchAll(new RegExp(ready, 'g'))].map((match) => match[1]!);

    writeFileSync(file, service('two'));
    await expect.poll(() => addresses().length).toBe(2);
    expect(await read(addresses()[1]!)).toMatchObject({ edition: 'two' });

    writeFileSync(file, service('three', "import './not-there.js';"));
    await command.sees(/Could not resolve[\s\S]*Waiting for changes\./, 'stderr');
    writeFileSync(file, service('three').replaceAll("'edition'", "'edition', { version: '1' }"));
    await command.sees(/error versioning-off:[\s\S]*Waiting for changes\./, 'stderr');
    writeFileSync(file, service('three'));
    await expect.poll(() => addresses().length).toBe(3);
    expect(await read(addresses()[2]!)).toMatchObject({ edition: 'three' });

    command.child.kill('SIGINT');
    expect(await command.ended).toBe(0);
    await expect(fetch(`${addresses()[2]!}/edition`)).rejects.toThrow();
  });

  it("logs what a handler throws with the lines of the service's own file", async () => {
    const command = serve(
      ['--port', '0'],
      writeProject(service('one').replace('return { edition:', "throw new Error('bad luck'); return { edition:")),
    );
    expect((await fetch(`${await addressOf(command)}/edition`)).status).toBe(500);
    await command.sees(/Error: bad luck\n +at \S+ \(svc\.config\.ts:6:\d+\)/, 'stderr');
  });

  it('serves the bundled service with --demo, in a folder without any file', async () => {
    const folder = mkdtempSync(join(project, 'empty-'));
    const command = serve(['--demo', '--port', '0'], folder);
    const url = await addressOf(command);
    expect(command.written.stdout).toMatch(/^ {2}database +embedded: SQLite in /m);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/api/users`)).status).toBe(200);
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  });
});
