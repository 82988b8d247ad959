import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, createApp, Get, type Input, Module, Post, type ServiceOptions } from '../index.js';

const large = 'x'.repeat(20_000_000);
const note = { body: z.object({ text: z.string() }) } as const;
const closed: string[] = [];

function watch({ req }: Pick<Input, 'req'>): void {
  req.socket.once('close', () => closed.push(req.url!));
}

@Controller('timed')
class TimedController {
  @Get('large') large(input: Input) {
    watch(input);
    return large;
  }
  @Get('stream') stream(input: Input) {
    watch(input);
    const chunk = new Uint8Array(65_536);
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }));
  }
  @Get('slow') async slow() {
    await wait(600);
    return 'late';
  }
  @Post('note', note) note({ body }: Input<typeof note>) {
    return body.text;
  }
}
@Module({ controllers: [TimedController] })
class Root {}

let close = async () => {};
afterEach(async () => {
  await close();
  closed.splice(0);
});

async function open(options: ServiceOptions): Promise<Socket> {
  const app = await createApp(Root, { ...options, drainTimeoutMs: 0 });
  const socket = connect(Number(new URL(await app.listen()).port), '127.0.0.1').on('error', () => {});
  close = async () => {
    socket.destroy();
    await app.close();
  };
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await wait(10);
};

describe('a client that takes its time', () => {
  it('over the head of a request gets 408, and is closed', async () => {
    const socket = await open({ headersTimeoutMs: 100 });
    socket.write('GET /timed/slow HTTP/1.1\r\nHost: a\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  });

  it('over the body of a request gets 408, and is closed', async () => {
    const socket = await open({ requestTimeoutMs: 100 });
    socket.write(
      'POST /timed/note HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  });

  it.each(['large', 'stream'])('and never takes its answer (%s) is closed', async (path) => {
    const socket = await open({ answerTimeoutMs: 200 });
    socket.pause();
    socket.write(`GET /timed/${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(() => closed.length > 0);
    expect(closed).toEqual([`/timed/${path}`]);
  });

  it('but takes a part of its answer now and then gets all of it', async () => {
    const socket = await open({ answerTimeoutMs: 1_000 });
    socket.write('GET /timed/large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let size = 0;
    for await (const chunk of socket) {
      size += (chunk as Buffer).length;
      await wait(3);
    }
    expect(size).toBeGreaterThan(large.length);
  });

  it('because the handler does is not closed', async () => {
    const socket = await open({ answerTimeoutMs: 100, keepAliveTimeoutMs: 100 });
    socket.write('GET /timed/slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
