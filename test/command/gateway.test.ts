import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { repository } from './built-package.js';
import { type StartedCommand, startCommand } from './start-command.js';

const script = join(inject('built'), 'bin/svc.mjs');
const page = readFileSync(join(repository, 'docs/gateway.md'), 'utf8');
const files = new Map(
  [...page.matchAll(/^```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name!, text!]),
);

let folder: string;
let python: ChildProcess;
let upstream: string;
const started: StartedCommand[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(repository, 'node_modules', '.cache', 'svckit-gateway-'));
  const port = await freePort();
  upstream = `http://127.0.0.1:${port}`;
  for (const [name, text] of files) write(name, text.replaceAll('8080', String(port)));
  python = spawn('python3', ['books.py'], { cwd: folder, stdio: 'inherit' });
  await until(() => fetch(`${upstream}/books`));
});
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  python?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const svc = (...argv: readonly string[]) =>
  execFileSync(process.execPath, [script, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function serve(...argv: readonly string[]): Promise<string> {
  const command = startCommand(script, ['serve', '--port', '0', ...argv], { cwd: folder });
  started.push(command);
  return (await command.sees(/ready at (http:\/\/\S+:\d+)/))[1]!;
}

describe('docs/gateway.md', () => {
  it('keeps version 1 of a service in Python alive, step by step', async () => {
    svc('shapes', 'openapi.yaml', '--out', 'shapes.ts');
    expect(page).toContain(`<!-- given shapes.ts\n${readFileSync(join(folder, 'shapes.ts'), 'utf8')}-->`);
    expect(svc('check')).toMatch(/^No problems in 6 routes/);
    expect(svc('laws')).toMatch(/^1 change keeps every law/);
    const url = await serve();
    expect(started.at(-1)!.written.stdout).toContain(upstream);
    expect(await (await fetch(`${url}/books/1`)).text()).toBe('{"id": "1", "name": "Notes"}');
    const newest = await fetch(`${url}/books/1`, { headers: { 'X-API-Version': '2' } });
    expect(await newest.text()).toBe('{"id": "1", "title": "Notes"}');
    const headers = { 'Content-Type': 'application/json' };
    const added = await fetch(`${url}/books`, { method: 'POST', headers, body: '{"name":"More"}' });
    expect([added.status, await added.text()]).toEqual([201, '{"id": "2", "name": "More"}']);
    const wrong = await fetch(`${url}/books`, { method: 'POST', headers, body: '{"title":"More"}' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ in: 'body', path: 'name' }] }]);
    expect(await (await fetch(`${url}/nothing`)).text()).toBe('{"error": "There is no such book."}');
  });

  it('serves with workers, says 502 while the service is away, and lets running requests finish', async () => {
    const url = await serve('--workers', '2');
    python.kill('SIGKILL');
    await until(async () => {
      const { status } = await fetch(`${url}/books/1`);
      if (status !== 502) throw new Error(String(status));
    });
    python = spawn('python3', ['books.py'], { cwd: folder, stdio: 'inherit' });
    await until(async () => {
      const { status } = await fetch(`${url}/books/1`);
      expect([200, 502]).toContain(status);
      if (status !== 200) throw new Error(String(status));
    });
    const { child, ended } = started.at(-1)!;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

const hasGo = spawnSync('go', ['version']).status === 0;
if (!hasGo)
  process.stderr.write(
    'There is no go: the gateway in front of a service in Go is not tested. Debian has it as golang-go.\n',
  );

describe.runIf(hasGo)('a service in Go behind a gateway', () => {
  let go: ChildProcess;
  let url: string;
  beforeAll(async () => {
    python.kill('SIGKILL');
    const env = { ...process.env, GOCACHE: join(folder, 'go-cache'), GO111MODULE: 'off' };
    execFileSync('go', ['build', '-o', join(folder, 'books'), join(repository, 'fixtures/around/books.go')], { env });
    go = spawn(join(folder, 'books'), [new URL(upstream).port], { stdio: 'inherit' });
    await until(() => fetch(`${upstream}/books`));
    url = await serve();
  });
  afterAll(() => void go?.kill('SIGKILL'));

  it('has its version 1', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const older = await fetch(`${url}/books/1`);
    expect(await older.json()).toEqual({ id: '1', name: 'Notes' });
    const added = await fetch(`${url}/books`, { method: 'POST', headers, body: '{"name":"More"}' });
    expect([added.status, await added.json()]).toEqual([201, { id: '2', name: 'More' }]);
    const wrong = await fetch(`${url}/books`, { method: 'POST', headers, body: '{"title":"More"}' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ in: 'body', path: 'name' }] }]);
    const newest = await fetch(`${url}/books/2`, { headers: { 'X-API-Version': '2' } });
    expect(await newest.json()).toEqual({ id: '2', title: 'More' });
  });

  it('has its early hints and its trailers', async () => {
    const body = Buffer.alloc(1_000_000, 'go');
    const hints: unknown[] = [];
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}/echo`, { method: 'POST', headers: { TE: 'trailers' } })
        .on('information', ({ statusCode, headers }) => hints.push([statusCode, headers['link']]))
        .on('response', resolve)
        .on('error', reject)
        .end(body);
    });
    expect(Buffer.concat((await answer.toArray()) as Buffer[]).equals(body)).toBe(true);
    expect([hints, answer.trailers]).toEqual([[[103, '</style.css>; rel=preload']], { 'x-bytes': '1000000' }]);
  });
});
