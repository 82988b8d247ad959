import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, type AddressInfo, Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ndjson } from '../../routing/declare/bodies.js';
import type { Input, RouteSchemas } from '../../routing/declare/route-schemas.js';
import { Controller, Get, Post } from '../../routing/declare/verbs.js';
import { Module } from '../../wiring/module.js';
import { createApp } from '../create-app.js';
import { Clients } from './clients.js';
import { Turns } from './turns.js';

const asked = { query: z.object({ name: z.string() }) } satisfies RouteSchemas;
const items = { body: ndjson(z.number()), response: { 200: ndjson(z.number()) } } satisfies RouteSchemas;

let handled: string[] = [];
let contexts: [string, unknown][] = [];
let onHandled: () => void = () => {};
const context = new AsyncLocalStorage<string>();

function note(what: string) {
  handled.push(what);
  onHandled();
}

@Controller()
class LogController {
  @Get('log', asked) log({ query: { name } }: Input<typeof asked>) {
    contexts.push([name, context.getStore()]);
    note(name);
    return {};
  }
  @Post('items', items) async readItems({ body }: Input<typeof items>) {
    for await (const item of body) note(`item ${item}`);
    return ndjson([0]);
  }
  @Get('items', { response: items.response }) writeItems() {
    return ndjson(
      (async function* () {
        for (let item = 0; item < 10_000; item += 1) {
          note(`item ${item}`);
          yield item;
        }
      })(),
    );
  }
}
@Module({ controllers: [LogController] })
class Root {}

let app: Awaited<ReturnType<typeof createApp>>;
let server: ReturnType<typeof createServer>;
let opened: Socket[] = [];
let accepted = 0;
// Clients are forgotten after a while, and a long turn is followed by a rest: on a busy machine either may happen in any test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  [handled, contexts, onHandled, opened, accepted] = [[], [], () => {}, [], 0];
  app = await createApp(Root, { trustProxy: 1, drainTimeoutMs: 0 });
  server = createServer((req, res) => context.run(req.url!, () => app.handler(req, res)));
  server.on('connection', () => (accepted += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  server.close();
  await app.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  while (accepted < opened.length) await nextRound();
  return socket;
}

const head = (line: string, client: string, fields = '') =>
  `${line} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n${fields}\r\n`;
const log = (name: string, client: string) => head(`GET /log?name=${name}`, client);

/** Resolves when as many answers have begun to arrive. */
const answers = (socket: Socket, count = 1) =>
  new Promise<void>((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += String(bytes);
      if (text.split('HTTP/1.1 2').length > count) resolve();
    });
  });

/** Sends a request on each of as many connections, which arrive in one round of the event loop. Resolves when all are answered. */
async function sendAtOnce(count: number, requestOf: (index: number) => string): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, open));
  const all = Promise.all(sockets.map((socket) => answers(socket)));
  for (const [index, socket] of sockets.entries()) socket.write(requestOf(index));
  await all;
}

const [one, other] = ['192.0.2.1', '192.0.2.2'];

/** Others count from their first request. */
async function introduce(...clients: readonly string[]) {
  const socket = await open();
  const all = answers(socket, 6 * clients.length);
  socket.write(clients.map((client) => log('introduction', client).repeat(6)).join(''));
  await all;
  handled = [];
}

/** When the first request is handled, the other client sends its own. */
async function askMeanwhile(): Promise<{ readonly answered: Promise<void> }> {
  await introduce(one, other);
  const socket = await open();
  onHandled = () => {
    if (handled.length === 1) socket.write(log('other', other));
  };
  return { answered: answers(socket) };
}

describe('while others ask', () => {
  test('a request starts before most of the 40 that another client has sent', async () => {
    const { answered } = await askMeanwhile();
    await sendAtOnce(40, () => log('flood', one));
    await answered;
    expect(handled).toHaveLength(41);
    expect(handled.indexOf('other')).toBeLessThan(10);
  });

  test('a request starts before most of those that another client has sent on one connection', async () => {
    const { answered } = await askMeanwhile();
    const socket = await open();
    const flood = answers(socket, 40);
    socket.write(log('flood', one).repeat(40));
    await Promise.all([flood, answered]);
    expect(handled.indexOf('other')).toBeLessThan(10);
  });

  test('a request that waited runs in its own context', async () => {
    await introduce(one, other);
    contexts = [];
    await sendAtOnce(20, (index) => log(`flood-${index}`, one));
    expect(contexts).toHaveLength(20);
    for (const [name, store] of contexts) expect(store).toBe(`/log?name=${name}`);
  });

  test('the items of a body that was sent at once are read in several turns', async () => {
    const { answered } = await askMeanwhile();
    const body = '1\n'.repeat(20_000);
    const fields = `Content-Type: application/x-ndjson\r\nContent-Length: ${body.length}\r\n`;
    await sendAtOnce(1, () => head('POST /items', one, fields) + body);
    await answered;
    expect(handled).toHaveLength(20_001);
    expect(handled.indexOf('other')).toBeLessThan(10_000);
  });

  test('the items of an answer are written in several turns', async () => {
    const { answered } = await askMeanwhile();
    await sendAtOnce(1, () => head('GET /items', one));
    await answered;
    expect(handled.indexOf('other')).toBeLessThan(1_000);
  });
});

test('the requests of a client that is alone do not wait', async () => {
  await introduce(one);
  onHandled = () => {
    if (handled.length === 1) setImmediate(() => handled.push('next round'));
  };
  await sendAtOnce(40, () => log('request', one));
  expect(handled.indexOf('next round')).toBe(40);
});

test('a Request that comes without an address does not wait', async () => {
  const fetchLog = (name: string) =>
    app.fetch(new Request(`http://localhost/log?name=${name}`, { headers: { 'x-forwarded-for': one } }));
  await introduce(one, other);
  setImmediate(() => handled.push('next round'));
  await Promise.all(Array.from({ length: 20 }, () => fetchLog('request')));
  expect(handled).toEqual(Array(20).fill('request'));
});

describe('requests that wait', () => {
  let started: string[] = [];
  let turns = new Turns(new Clients(1));
  const send = (name: string, client: string) => {
    const req = new IncomingMessage(new Socket());
    req.headers = { 'x-forwarded-for': client };
    const res = new ServerResponse(req);
    if (turns.mayStart(req)) started.push(name);
    else turns.wait(req, res, () => started.push(name));
    return res;
  };
  const severalRounds = async () => {
    for (let round = 0; round < 10; round += 1) await nextRound();
  };
  beforeEach(() => {
    turns = new Turns(new Clients(1));
    for (const client of [one, one, one, other]) send('introduction', client);
    started = [];
  });

  test('start in turn with those of other clients', async () => {
    await nextRound();
    for (const client of [one, one, one, other, other, other]) send(client, client);
    await severalRounds();
    expect(started.slice(0, 4)).toEqual([one, other, one, other]);
    expect(started).toHaveLength(6);
  });

  test('are not started when their client is gone by then', async () => {
    for (const name of ['first', 'gone', 'last']) {
      const res = send(name, one);
      if (name === 'gone') res.emit('close');
    }
    await severalRounds();
    expect(started).toEqual(['first', 'last']);
  });
});
