import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, createApp, Get, type Input, Module, Post, type ServiceOptions } from '../../index.js';

const seen: string[] = [];
const note = { body: z.object({ text: z.string() }), response: z.object({ text: z.string() }) };

@Controller('fetched')
class FetchedController {
  @Get('value') value() {
    return { ok: true };
  }
  @Get('address') address({ address }: Input) {
    return address;
  }
  @Get('head') head({ req }: Input) {
    const { host, 'x-a': a, missing, ...rest } = req.headers;
    return { host, a, missing: missing ?? null, rest, raw: req.rawHeaders, url: req.url, version: req.httpVersion };
  }
  @Post('note', note) note({ body }: Input<typeof note>) {
    return body;
  }
  @Post('stream') async stream({ req }: Input) {
    let size = 0;
    for await (const chunk of req) size += (chunk as Buffer).length;
    return { size };
  }
  @Get('by-hand') byHand({ res }: Input) {
    res.statusCode = 203;
    res.setHeader('X-One', 'a');
    res.appendHeader('Set-Cookie', 'a=1');
    res.appendHeader('Set-Cookie', 'b=2');
    res.end('by hand');
  }
  @Get('flat') flat({ res }: Input) {
    res.writeHead(200, ['X-One', 'a', 'X-Two', 'b']);
    res.end(Buffer.from('flat'));
  }
  @Get('object') object({ res }: Input) {
    res.setHeader('X-One', 'replaced');
    res.writeHead(404, 'Gone fishing', { 'X-One': 'a', 'X-Two': ['b', 'c'] });
    res.end();
  }
  @Get('pieces') async pieces({ res }: Input) {
    for (let piece = 0; piece < 64; piece++) if (!res.write(Buffer.alloc(16_384, 97))) await once(res, 'drain');
    seen.push('written');
    res.end('last');
  }
  @Get('file') async file({ res }: Input) {
    await pipeline(Readable.from(['one ', 'two ', 'three']), res);
  }
  @Get('web') web() {
    return new Response('web', {
      status: 202,
      headers: [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
    });
  }
  @Get('broken') broken() {
    const start = (controller: ReadableStreamDefaultController) => controller.error(new Error('broken'));
    return new Response(new ReadableStream({ start }));
  }
  @Get('endless') endless({ req, res }: Input) {
    res.on('close', () => seen.push(`close ${res.writableFinished}`));
    req.on('close', () => seen.push('req close'));
    res.write('first');
  }
  @Get('events') events({ res }: Input) {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write('data: 1\n\n');
  }
  @Get('silent') silent({ res }: Input) {
    res.on('close', () => seen.push('left'));
    return new Promise(() => {});
  }
  @Get('slow') async slow() {
    await wait(50);
    seen.push('answered');
    return 'slow';
  }
  @Get('none') none() {}
  @Get('invalid') invalid({ res }: Input) {
    res.writeHead(200, { 'X-A': 'a\nb' });
    res.end();
  }
}
class Store {
  onShutdown() {
    seen.push('stopped');
  }
}
@Module({ controllers: [FetchedController], providers: [Store] })
class Root {}
const silence = { info: () => {}, warn: () => {}, error: () => {} };

async function open(options: ServiceOptions = {}) {
  seen.splice(0);
  return createApp(Root, { logger: silence, ...options });
}
const post = (body: RequestInit['body'], headers = {}): RequestInit =>
  ({
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    duplex: 'half',
  }) as RequestInit;
const streamOf = (...chunks: readonly string[]) =>
  Readable.toWeb(Readable.from(chunks.map(Buffer.from))) as RequestInit['body'];

describe('app.fetch', () => {
  it('answers a Request, also without its app', async () => {
    const { fetch } = await open();
    const response = await fetch(new Request('http://any.example/fetched/value'));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await response.json()).toEqual({ ok: true });
  });

  it('knows the client by what the runtime passes', async () => {
    const { fetch } = await open();
    const ask = async (info?: unknown) => (await fetch(new Request('http://a/fetched/address'), info)).json();
    expect(await ask({ remoteAddress: '::ffff:192.0.2.1' })).toBe('192.0.2.1');
    expect(await ask({ requestIP: () => ({ address: '192.0.2.2', family: 'IPv4', port: 1 }) })).toBe('192.0.2.2');
    expect(await ask({ requestIP: () => null })).toBe('');
    expect(await ask({ remoteAddr: { transport: 'tcp', hostname: '::1', port: 1 } })).toBe('::1');
    expect(await ask({ incoming: { socket: { remoteAddress: '192.0.2.3' } } })).toBe('192.0.2.3');
    expect([await ask(), await ask(null), await ask('1.2.3.4')]).toEqual(['', '', '']);
  });

  it('trusts proxies as the option says', async () => {
    const { request } = await open({ trustProxy: 1 });
    const response = await request('/fetched/address', { headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' } });
    expect(await response.json()).toBe('10.0.0.1');
  });

  it('shows handlers the request as Node does', async () => {
    const { fetch } = await open();
    const response = await fetch(
      new Request('http://[::1]:8080/fetched/head?a=%20b#c', { headers: { 'X-A': 'x', b: 'y' } }),
    );
    expect(await response.json()).toEqual({
      host: '[::1]:8080',
      a: 'x',
      missing: null,
      rest: { b: 'y' },
      raw: ['host', '[::1]:8080', 'x-a', 'x', 'b', 'y'],
      url: '/fetched/head?a=%20b',
      version: '1.1',
    });
  });

  it('refuses a body over the limit, with its length and without', async () => {
    const { request } = await open({ bodyLimit: 20 });
    const status = async (init: RequestInit) => (await request('/fetched/note', init)).status;
    expect(await status(post('{"text":"1"}'))).toBe(201);
    expect(await status(post('{"text":"1"}', { 'content-length': '12' }))).toBe(201);
    expect(await status(post(streamOf('{"text"', ':"1"}')))).toBe(201);
    expect(await status(post('{"text":"1234567890"}'))).toBe(413);
    expect(await status(post('{"text":"1234567890"}', { 'content-length': '21' }))).toBe(413);
    expect(await status(post('{"text":"1234567890"}', { 'content-length': '3' }))).toBe(413);
    expect(await status(post(streamOf('{"text":', '"1234567890"}')))).toBe(413);
  });

  it('refuses a body that is no JSON, is missing, or breaks off', async () => {
    const { request } = await open();
    const status = async (init: RequestInit) => (await request('/fetched/note', init)).status;
    expect(await status(post('{"text":"1"}', { 'content-type': 'text/plain' }))).toBe(415);
    expect(await status(post('{"text"'))).toBe(400);
    expect(await status(post(null))).toBe(400);
    const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error('gone'));
    expect(await status(post(new ReadableStream({ pull }) as RequestInit['body']))).toBe(499);
  });

  it('says that a body was read already', async () => {
    const logged: string[] = [];
    const { fetch } = await open({ logger: { ...silence, error: (_, fields) => logged.push(String(fields?.error)) } });
    for (const headers of [{}, { 'content-length': '12' }]) {
      const request = new Request('http://a/fetched/note', post('{"text":"1"}', headers));
      await request.text();
      expect((await fetch(request)).status).toBe(500);
    }
    expect(logged.join().match(/The body was read before the request reached svckit/g)).toHaveLength(2);
  });

  it('reads a body as a stream', async () => {
    const { request } = await open();
    expect(await (await request('/fetched/stream', post(streamOf('abc', 'def')))).json()).toEqual({ size: 6 });
    expect(await (await request('/fetched/stream', post(null))).json()).toEqual({ size: 0 });
  });

  it('sends what a handler writes by hand', async () => {
    const { request } = await open();
    const byHand = await request('/fetched/by-hand');
    expect([byHand.status, byHand.headers.get('x-one'), await byHand.text()]).toEqual([203, 'a', 'by hand']);
    expect([byHand.headers.getSetCookie(), byHand.headers.get('content-type')]).toEqual([['a=1', 'b=2'], null]);
    const flat = await request('/fetched/flat');
    expect([flat.headers.get('x-one'), flat.headers.get('x-two'), await flat.text()]).toEqual(['a', 'b', 'flat']);
    const object = await request('/fetched/object');
    expect([object.status, object.statusText, await object.text()]).toEqual([404, 'Gone fishing', '']);
    expect([object.headers.get('x-one'), object.headers.get('x-two')]).toEqual(['a', 'b, c']);
    expect(await (await request('/fetched/file')).text()).toBe('one two three');
    expect((await request('/fetched/invalid')).status).toBe(500);
    expect((await request('/fetched/none')).status).toBe(204);
  });

  it('sends a Web Response, and breaks off with it', async () => {
    const { request } = await open();
    const web = await request('/fetched/web');
    expect([web.status, web.headers.getSetCookie(), await web.text()]).toEqual([202, ['a=1', 'b=2'], 'web']);
    await expect(request('/fetched/broken').then((response) => response.text())).rejects.toThrow('broken');
  });

  it('sends no body to HEAD, but its length', async () => {
    const { request } = await open();
    const response = await request('/fetched/value', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), response.body]).toEqual([200, '11', null]);
  });

  it('waits for a slow reader', async () => {
    const { request } = await open();
    const response = await request('/fetched/pieces');
    await wait(20);
    expect(seen).toEqual([]);
    expect((await response.text()).length).toBe(64 * 16_384 + 4);
    expect(seen).toEqual(['written']);
  });

  it('closes the answer of a reader that leaves', async () => {
    const { request } = await open();
    const reader = (await request('/fetched/endless')).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
    await reader.cancel();
    await wait(1);
    expect(seen.toSorted()).toEqual(['close false', 'req close']);
  });

  it('closes the request and the answer of a client that leaves before there is one', async () => {
    const { request } = await open();
    const leaving = new AbortController();
    const answer = request('/fetched/silent', { signal: leaving.signal });
    leaving.abort();
    expect((await answer).status).toBe(499);
    expect(seen).toEqual(['left']);
  });

  it('is waited for by close, which ends event streams, and then refuses', async () => {
    const app = await open();
    const slow = app.request('/fetched/slow');
    const events = app.request('/fetched/events').then((response) => response.text());
    await app.close();
    expect(seen).toEqual(['answered', 'stopped']);
    expect([await (await slow).json(), await events]).toEqual(['slow', 'data: 1\n\n']);
    const late = await app.request('/fetched/value');
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is broken off by close when it takes too long', async () => {
    const app = await open({ drainTimeoutMs: 20 });
    const silent = app.request('/fetched/silent');
    const endless = expect(app.request('/fetched/endless').then((response) => response.text())).rejects;
    await Promise.all([app.close(), endless.toThrow('broke off')]);
    expect((await silent).status).toBe(499);
  });
});
