import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildImage, environmentOf, type Image, inRoot } from './build-image.js';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Every file and folder below one, with what a write would change; not what is below `except`. */
function snapshot(folder: string, except: readonly string[]): readonly string[] {
  if (except.includes(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (except.includes(path)) return [];
    const { mtimeMs, size, mode } = lstatSync(path);
    return [`${path} ${mode} ${size} ${mtimeMs}`, ...(lstatSync(path).isDirectory() ? snapshot(path, except) : [])];
  });
}

describe('each step of the Dockerfile, in a clean folder', () => {
  let folder: string;
  let image: Image;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    chmodSync(folder, 0o755);
    image = buildImage({ repository, file: 'Dockerfile' }, folder);
    // Without root, the owner of the files runs the service: nothing but its volumes and scratch space may be written.
    if (image.user.uid === process.getuid!()) execFileSync('chmod', ['-R', 'a-w', image.root]);
    execFileSync('chmod', ['1777', join(image.root, 'tmp')]);
    for (const volume of image.volumes) execFileSync('chmod', ['u+w', inRoot(image.root, volume)]);
  }, 600_000);
  afterAll(() => {
    if (!folder) return;
    spawnSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const start = (command: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess => {
    const child = spawn(command[0]!, command.slice(1), {
      cwd: inRoot(image.root, image.workdir),
      env: environmentOf(image.root, { ...image.env, ...env }),
      ...(process.getuid!() === 0 && image.user),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };

  const run = async (command: readonly string[], env?: Readonly<Record<string, string>>) => {
    const child = start(command, env);
    let output = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += String(text)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  };

  const untilHealthy = async (env: Readonly<Record<string, string>>, child: ChildProcess) => {
    while ((await run(image.healthcheck, env)).code !== 0)
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
  };

  it('leaves the packages for production, and no other', () => {
    const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
    };
    const all = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
    const development = all.filter(([, { dev }]) => dev).map(([path]) => path);
    expect(development.length).toBeGreaterThan(20);
    expect(development.filter((path) => existsSync(inRoot(image.root, `/app/${path}`)))).toEqual([]);
    expect(existsSync(inRoot(image.root, '/app/src'))).toBe(false);
  });

  it('serves as a user without rights, writes to its volume only, and stops at SIGTERM', async () => {
    expect(image.user.uid).not.toBe(0);
    const env = { PORT: String(await freePort()) };
    const writable = [...image.volumes, '/tmp'].map((path) => inRoot(image.root, path));
    const before = snapshot(image.root, writable);
    expect((await run(image.healthcheck, env)).code).toBe(1);

    const service = start(image.command, env);
    let log = '';
    for (const stream of [service.stdout!, service.stderr!]) stream.on('data', (text) => (log += String(text)));
    const ended = once(service, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    await untilHealthy(env, service);
    const url = `http://127.0.0.1:${env.PORT}/api`;
    const headers = { 'Content-Type': 'application/json', 'X-API-Version': '2' };
    const made = await fetch(`${url}/users`, { method: 'POST', headers, body: '{"name":"Ada"}' });
    expect([made.status, await made.json()]).toEqual([201, expect.objectContaining({ name: 'Ada' })]);
    const stored = await fetch(`${url}/files/object?key=notes.txt`, {
      method: 'PUT',
      headers,
      body: '{"content":"kept"}',
    });
    expect(stored.status).toBe(200);
    const page = await fetch(`${url}/docs`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1 id="page-heading"')]);
    const picture = await fetch(`${url}/images/render?width=8&height=8`);
    expect(picture.status).toBe(200);

    const slow = fetch(`${url}/upstream/slow`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    service.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    expect([await ended, log]).toEqual([[0, null], expect.not.stringMatching(/EACCES|EROFS|EPERM/)]);
    expect((await run(image.healthcheck, env)).code).toBe(1);
    expect(snapshot(image.root, writable)).toEqual(before);
  });

  it('keeps its data in the volume', async () => {
    const env = { PORT: String(await freePort()) };
    const service = start(image.command, env);
    const ended = once(service, 'close');
    await untilHealthy(env, service);
    const users = await fetch(`http://127.0.0.1:${env.PORT}/api/users?q=Ada`, { headers: { 'X-API-Version': '2' } });
    expect(await users.json()).toMatchObject({ items: [{ name: 'Ada' }] });
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('runs another command in place of its own', async () => {
    const [binary] = image.command;
    const { code, output } = await run([binary!, 'routes', '--api-version', '2']);
    expect([code, output]).toEqual([0, expect.stringContaining('/api/users')]);
  });
});

describe.runIf(engine)('the image that a container engine builds', () => {
  const name = `svckit-test-${randomBytes(4).toString('hex')}`;
  const call = (...args: readonly string[]) => execFileSync(engine!, args, { encoding: 'utf8' }).trim();
  afterAll(() => {
    spawnSync(engine!, ['rm', '--force', '--volumes', name]);
    spawnSync(engine!, ['rmi', '--force', name]);
  });

  it('becomes healthy with a read-only file system, and stops at SIGTERM', async () => {
    execFileSync(engine!, ['build', '--tag', name, repository], { stdio: ['ignore', 'ignore', 'inherit'] });
    call('run', '--detach', '--name', name, '--read-only', '--tmpfs', '/tmp', name);
    const health = () => call('inspect', '--format', '{{.State.Health.Status}}', name);
    await expect.poll(health, { timeout: 90_000, interval: 1_000 }).toBe('healthy');
    expect(call('exec', name, 'id', '--user', '--name')).toBe('node');
    call('stop', '--time', '30', name);
    expect(call('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
  }, 900_000);
});
