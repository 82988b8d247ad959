import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, createApp, Get, type Input, Module } from '../index.js';

@Controller('head')
class HeadController {
  @Get() read({ req }: Input) {
    return { url: req.url, host: req.headers.host };
  }
}
@Module({ controllers: [HeadController] })
class Root {}

describe('the head of a request', () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  let port = 0;
  beforeAll(async () => {
    app = await createApp(Root, {
      documents: { info: { title: 'Head', version: '1' } },
      mount: [
        {
          path: '/mounted',
          handler: (req: IncomingMessage & { originalUrl?: string }, res) =>
            void res.end(JSON.stringify([req.url, req.originalUrl])),
        },
      ],
    });
    port = Number(new URL(await app.listen()).port);
  });
  afterAll(() => app.close());

  async function send(target: string, ...headers: readonly string[]): Promise<{ status: string; text: string }> {
    return sendRaw(
      `GET ${target} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
  }

  /** Reads what the server sends until it ends the connection. */
  async function sendRaw(request: string): Promise<{ status: string; text: string }> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return { status: text.slice(9, 12), text: text.slice(text.indexOf('\r\n\r\n') + 4) };
  }

  it.each(['http://other.example/head?a=1', 'HTTP://other.example/head?a=1', 'https://user@other.example/head?a=1'])(
    'may name its target in absolute form: %s',
    async (target) => {
      const { status, text } = await send(target, 'Host: here.example');
      expect([status, JSON.parse(text)]).toEqual(['200', { url: '/head?a=1', host: 'other.example' }]);
    },
  );

  it('reaches mounted handlers in absolute form too', async () => {
    const { text } = await send('http://other.example/mounted/deep?a=1', 'Host: here.example');
    expect(JSON.parse(text)).toEqual(['/deep?a=1', '/mounted/deep?a=1']);
  });

  it.each(['http://evil.example/docs', 'http://evil.example/docs/versions', 'http://evil.example:80/docs?version=1'])(
    'puts nothing of an absolute target into the explorer page: %s',
    async (target) => {
      expect((await send(target, 'Host: here.example')).text).not.toContain('evil.example');
    },
  );

  it.each([
    ['Host: a', 'Host: b'],
    ['Host: a', 'host: a'],
    ['HOST: a', 'Accept: */*', 'Host: a'],
  ])('is refused with several Host headers', async (...hosts) => {
    const { status, text } = await send('/head', ...hosts);
    expect([status, JSON.parse(text)]).toMatchObject(['400', { detail: 'The request has more than one Host header.' }]);
  });

  it.each([
    [
      'a Host that is no host',
      'GET /head HTTP/1.1\r\nHost: a/b\r\n\r\n',
      '400',
      'The Host header is not one host and port.',
    ],
    ['another version', 'GET /head HTTP/2.0\r\nHost: a\r\n\r\n', '505', 'Send HTTP/1.1.'],
    [
      'an unknown coding',
      'POST /head HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\nGET /head HTTP/1.1\r\nHost: a\r\n\r\n',
      '501',
      'The only Transfer-Encoding is chunked.',
    ],
  ])('is refused with %s, and ends its connection', async (_, request, expected, detail) => {
    const { status, text } = await sendRaw(request);
    expect([status, JSON.parse(text)]).toMatchObject([expected, { detail }]);
  });
});
