import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Controller, createApp, Get, type Input, Module, Post } from '../../index.js';
import { z } from 'zod';

const started: string[] = [];
const large = 'x'.repeat(4_000_000);
const note = { body: z.object({ text: z.string() }) } as const;

@Controller('pipeline')
class PipelineController {
  @Get('large') large() {
    started.push('large');
    return large;
  }
  @Get('slow') async slow({ req }: Input) {
    started.push(req.headers['x-number'] as string);
    await nextTurn();
    return req.headers['x-number'];
  }
  @Post('note', note) note({ body }: Input<typeof note>) {
    started.push(body.text);
    return body.text;
  }
}
@Module({ controllers: [PipelineController] })
class Root {}

describe('requests that a client sends before it reads', () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  let port = 0;
  beforeAll(async () => {
    app = await createApp(Root);
    port = Number(new URL(await app.listen()).port);
  });
  afterAll(() => app.close());
  beforeEach(() => void started.splice(0));

  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const get = (path: string, more = '') => `GET /pipeline/${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

  async function readUntil(socket: Socket, isDone: (text: string) => boolean): Promise<string> {
    let text = '';
    for await (const chunk of socket) if (isDone((text += String(chunk)))) break;
    return text;
  }

  it('are answered in their order, and none starts before the one before it is answered', async () => {
    const socket = await open();
    const numbers = Array.from({ length: 50 }, (_, index) => `n${index}`);
    socket.write(numbers.map((number) => get('slow', `X-Number: ${number}\r\n`)).join(''));
    const text = await readUntil(socket, (all) => all.includes('"n49"'));
    expect(text.match(/"n\d+"/g)).toEqual(numbers.map((number) => `"${number}"`));
    expect(started).toEqual(numbers);
  });

  it('keep their bodies while they wait', async () => {
    const socket = await open();
    const post = (text: string) => {
      const body = JSON.stringify({ text });
      return `POST /pipeline/note HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    socket.write(
      get('slow', 'X-Number: first\r\n') +
        post('second'.repeat(20_000)) +
        get('slow', 'X-Number: third\r\n') +
        post('fourth'),
    );
    const text = await readUntil(socket, (all) => all.includes('"fourth"'));
    expect(text.match(/HTTP\/1.1 20\d/g)).toHaveLength(4);
    expect(started).toEqual(['first', 'second'.repeat(20_000), 'third', 'fourth']);
  });

  it('of a client that never reads start one by one', async () => {
    const socket = await open();
    socket.pause();
    socket.write(get('large').repeat(100));
    while (started.length === 0) await nextTurn();
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    expect(started.length).toBeLessThan(5);
    socket.destroy();
  });

  it('beyond a hundred close the connection, and others are still served', async () => {
    const socket = await open();
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    socket.pause();
    socket.write(get('large').repeat(150));
    socket.resume();
    await closed;
    expect(started.length).toBeLessThan(5);
    const other = await open();
    other.write(get('slow', 'X-Number: other\r\n'));
    expect(await readUntil(other, (all) => all.includes('"other"'))).toContain('200 OK');
  });
});
