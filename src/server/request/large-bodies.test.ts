import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Input } from '../../routing/declare/route-schemas.js';
import { Controller, Get, Post } from '../../routing/declare/verbs.js';
import type { Middleware } from '../../routing/table/service-options.js';
import { Module } from '../../wiring/module.js';
import { createApp } from '../create-app.js';
import { Clients } from './clients.js';
import { LargeBodies } from './large-bodies.js';
import { Turns } from './turns.js';

const upload = { body: z.object({ name: z.string(), text: z.string() }) } as const;

let handled: string[] = [];
let onUpload: (name: string) => void = () => {};

@Controller('uploads')
class UploadsController {
  @Post('', upload) create({ body }: Input<typeof upload>) {
    handled.push(body.name);
    onUpload(body.name);
    return { length: body.text.length };
  }
  @Get() list() {
    handled.push('a list');
    return { handled };
  }
}
@Module({ controllers: [UploadsController] })
class Root {}

let app: Awaited<ReturnType<typeof createApp>>;
let port = 0;
let opened: Socket[] = [];
let connections: Socket[] = [];
beforeEach(async () => {
  [handled, onUpload, opened, connections] = [[], () => {}, [], []];
  const middleware: Middleware = (req, _res, next) => {
    connections.push(req.socket);
    next();
  };
  app = await createApp(Root, { trustProxy: 1, drainTimeoutMs: 0, middleware: [middleware] });
  port = Number(new URL(await app.listen()).port);
});
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  await app.close();
});

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** A request of a client, whose last byte is its own. */
function uploadOf(name: string, bytes: number, client = '192.0.2.1') {
  const body = JSON.stringify({ name, text: 'x'.repeat(bytes) });
  const head = `POST /uploads HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return { most: `${head}${body.slice(0, -1)}`, last: '}' };
}
const listFor = (client: string) => `GET /uploads HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`;

/** Resolves with the status line of the answer. */
const answered = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes).split('\r\n')[0]!)));

/** Everything but its last byte has arrived when this resolves. */
async function sendMost(count: number, bytes: number, client?: string) {
  const sockets = await Promise.all(Array.from({ length: count }, open));
  await Promise.all(
    sockets.map((socket, index) => new Promise((done) => socket.write(uploadOf(`${index}`, bytes, client).most, done))),
  );
  await sleep(50);
  return sockets;
}

async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await nextRound();
}

function keepBusy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('other requests are answered between the large bodies of a client', async () => {
  const sockets = await sendMost(30, 50_000);
  const other = await open();
  onUpload = () => {
    if (handled.length === 1) other.write(listFor('192.0.2.2'));
    keepBusy(2);
  };
  const all = Promise.all(sockets.map(answered));
  for (const socket of sockets) socket.write('}');
  expect(new Set(await all)).toEqual(new Set(['HTTP/1.1 201 Created']));
  expect(handled).toHaveLength(31);
  expect(handled.indexOf('a list')).toBeLessThan(30);
});

test('while others ask, a client rests three times as long as its turn took', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const other = await open();
  other.write(listFor('192.0.2.2').repeat(24));
  await until(() => handled.length === 24);
  onUpload = () => void vi.advanceTimersByTime(10);
  const size = (await sendMost(2, 50_000)).map((socket) => socket.write('}') && socket.bytesWritten);
  await until(() => connections.slice(-2).every(({ bytesRead }, index) => bytesRead === size[index]));
  const uploads = async () => {
    for (let round = 0; round < 20; round += 1) await nextRound();
    return handled.length - 24;
  };
  expect(await uploads()).toBe(1);
  vi.advanceTimersByTime(29);
  expect(await uploads()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await uploads()).toBe(2);
});

test('a body whose client is gone before its turn is not processed', async () => {
  const clients = new Clients(false);
  const bodies = new LargeBodies(clients, new Turns(clients));
  const processed: string[] = [];
  const take = (name: string) => {
    const req = new IncomingMessage(new Socket());
    const response = new ServerResponse(req);
    bodies.take(bodies.enter(req, response, 50_000), () => processed.push(name));
    return response;
  };
  take('first');
  take('gone').emit('close');
  take('last');
  while (!processed.includes('last')) await sleep(1);
  expect(processed).toEqual(['first', 'last']);
});

test('one client has at most 32 MiB of unprocessed bodies in memory, and the next are read when earlier ones are done', async () => {
  const sockets = await sendMost(50, 1_000_000);
  const other = await sendMost(1, 1_000_000, '192.0.2.3');
  const otherAnswer = answered(other[0]!);
  other[0]!.write('}');
  expect(await otherAnswer).toBe('HTTP/1.1 201 Created');
  const received = connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  expect(received).toBeLessThan(40 * 1024 * 1024);
  const all = Promise.all(sockets.map(answered));
  for (const socket of sockets) socket.write('}');
  expect(new Set(await all)).toEqual(new Set(['HTTP/1.1 201 Created']));
});
