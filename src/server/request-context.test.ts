import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import express from 'express';
import { z } from 'zod';
import { Idempotent } from '../routing/declare/decorators.js';
import { Deprecated } from '../routing/declare/deprecated.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { Controller, Get, Post } from '../routing/declare/verbs.js';
import { Module } from '../wiring/module.js';
import { createApp } from './create-app.js';
import { serveForTest } from './testing/serve-for-test.js';

const context = new AsyncLocalStorage<string>();
const Body = z.object({ text: z.string() });
const post = { body: Body } as const;

@Idempotent({ required: true })
@Controller('context')
class ContextController {
  @Get() read() {
    return { context: context.getStore() ?? null };
  }
  @Post('', post) write({ body }: Input<typeof post>) {
    return { context: context.getStore() ?? null, length: body.text.length };
  }
  @Deprecated({ since: '2026-01-01', link: 'mailto:api@example.com' })
  @Get('written')
  written({ res }: Input) {
    res.writeHead(200, { Link: '</next>; rel="next"', 'Content-Type': 'text/plain' });
    res.end('written');
  }
  @Get('events') events({ res }: Input) {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write('data: 1\n\n');
  }
  @Get('address') address({ address }: Input) {
    return { address };
  }
}
@Module({ controllers: [ContextController] })
class Root {}

const json = { 'content-type': 'application/json', 'idempotency-key': '"a b"' };
const text = (length: number) => JSON.stringify({ text: 'x'.repeat(length) });

describe('a context that surrounds a request', () => {
  const open = (_req: IncomingMessage, _res: ServerResponse, next: () => void) => context.run('opened', next);

  it('reaches the handler from middleware, with a body and without', async () => {
    const { app, call } = await serveForTest(Root, { middleware: [open] });
    expect((await call('/context')).json()).toEqual({ context: 'opened' });
    const answer = await call('/context', { method: 'POST', headers: json, body: text(200_000) });
    expect(answer.json()).toEqual({ context: 'opened', length: 200_000 });
    await app.close();
  });

  it('reaches the handler from an outer Express and from a plain server', async () => {
    const app = await createApp(Root);
    const outer = express().use(open, app.middleware);
    for (const listener of [
      outer,
      (req: IncomingMessage, res: ServerResponse) => context.run('opened', () => app.handler(req, res)),
    ]) {
      const server = createServer(listener).listen(0);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/context`;
      expect(await (await fetch(url, { method: 'POST', headers: json, body: text(3) })).json()).toEqual({
        context: 'opened',
        length: 3,
      });
      server.close();
      server.closeAllConnections();
    }
    await app.close();
  });
});

describe('a body over the limit', () => {
  let served: Awaited<ReturnType<typeof serveForTest>>;
  beforeAll(async () => {
    served = await serveForTest(Root, { bodyLimit: 1024 });
  });
  afterAll(() => served.app.close());

  it('is refused with a 413 that its client reads, whatever its size', async () => {
    for (const megabytes of [1, 5, 15]) {
      const answer = await fetch(`${served.url}/context`, {
        method: 'POST',
        headers: json,
        body: text(megabytes * 1024 * 1024),
      });
      expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ status: 413 })]);
    }
  });

  it('is refused so for a client that writes everything before it reads', async () => {
    const body = text(5 * 1024 * 1024);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
      socket.on('error', reject);
      socket.write(
        `POST /context HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body, () => socket.once('data', (chunk: Buffer) => (resolve(chunk.toString()), socket.destroy())));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('leaves the connection usable', async () => {
    let received = '';
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
      const body = text(2000);
      socket.write(
        `POST /context HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.write('GET /context HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      socket.on('data', (chunk: Buffer) => void (received += chunk.toString()));
      socket.on('close', () => resolve());
    });
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });
});

describe('a handler that writes its answer by hand', () => {
  it('keeps the link of a deprecation beside its own', async () => {
    const { app, call } = await serveForTest(Root);
    const { headers } = await call('/context/written');
    expect(headers).toMatchObject({
      link: '</next>; rel="next", <mailto:api@example.com>; rel="deprecation"; type="text/html"',
      deprecation: '@1767225600',
    });
    await app.close();
  });
});

describe('an Idempotency-Key', () => {
  it('is asked of what changes something, not of GET and HEAD, when its controller requires it', async () => {
    const { app, call } = await serveForTest(Root);
    expect((await call('/context')).status).toBe(200);
    expect((await call('/context', { method: 'HEAD' })).status).toBe(200);
    expect(
      (await call('/context', { method: 'POST', headers: { 'content-type': 'application/json' }, body: text(1) }))
        .status,
    ).toBe(400);
    await app.close();
  });

  it('is the same with and without quotation marks; an empty one is refused', async () => {
    const { app, call } = await serveForTest(Root);
    const ask = (key: string) =>
      call('/context', { method: 'POST', headers: { ...json, 'idempotency-key': key }, body: text(1) });
    expect((await ask('q1')).headers['idempotent-replayed']).toBeUndefined();
    expect((await ask('"q1"')).headers['idempotent-replayed']).toBe('true');
    for (const key of ['', '""', '"q1', 'q"1', 'q 1', '"q\\1"'])
      expect([key, (await ask(key)).status]).toEqual([key, 400]);
    await app.close();
  });
});

describe('an event stream', () => {
  it('does not hold a stop', async () => {
    const { app, url } = await serveForTest(Root, { drainTimeoutMs: 600_000 });
    const ended = new Promise<void>((resolve, reject) => {
      request(`${url}/context/events`, (res) => {
        res.once('data', () => void app.close());
        res.on('end', resolve).on('error', reject).resume();
      }).end();
    });
    await ended;
    await app.close();
  });
});

describe('the address of the caller', () => {
  it('is the one that the trusted proxies saw; what is no address is not believed', async () => {
    const { app, call } = await serveForTest(Root, { trustProxy: 2 });
    const seen = async (forwarded: string) =>
      (await call('/context/address', { headers: { 'x-forwarded-for': forwarded } })).json()['address'];
    expect(await seen('203.0.113.7, 10.0.0.1, 10.0.0.2')).toBe('10.0.0.1');
    expect(await seen('203.0.113.7:4711, 10.0.0.1')).toBe('203.0.113.7');
    expect(await seen('[2001:db8::1]:80, 10.0.0.1')).toBe('2001:db8::1');
    expect(await seen('unknown, 10.0.0.1')).toBe('127.0.0.1');
    expect(await seen('<script>, 10.0.0.1')).toBe('127.0.0.1');
    await app.close();
  });
});
