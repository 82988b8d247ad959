import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import express from 'express';
import { z } from 'zod';
import { Idempotent } from '../../routing/declare/decorators.js';
import type { Input } from '../../routing/declare/route-schemas.js';
import { Controller, Get, Post } from '../../routing/declare/verbs.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { Module } from '../../wiring/module.js';
import { createApp } from '../create-app.js';
import { preferredCoding } from './content-coding.js';

const long = 'a long line of text. '.repeat(100);
const sizes = { params: z.object({ way: z.string(), bytes: z.coerce.number() }) } as const;
const named = { params: z.object({ name: z.string() }) } as const;
let changes = 0;

@Controller('texts')
class TextsController {
  @Get('json') json() {
    return { long };
  }
  @Get('short') short() {
    return { short: 'text' };
  }
  @Get('refused') refused() {
    throw new HttpError(409, long);
  }
  @Get('web/:name', named) web({ params, req }: Input<typeof named>) {
    const answer = answers[params.name]!();
    const tag = answer.headers.get('etag');
    if (tag !== null && req.headers['if-none-match'] === tag)
      return new Response(null, { status: 304, headers: { ETag: tag } });
    return answer;
  }
  @Get('written') written({ res }: Input) {
    res.writeHead(200, 'Fine', {
      'Content-Type': 'text/plain',
      Link: '</next>; rel="next"',
      'Set-Cookie': ['a=1', 'b=2'],
    });
    res.end(long);
  }
  @Get('implicit') implicit({ res }: Input) {
    res.setHeader('Content-Type', 'image/svg+xml');
    res.end(long);
  }
  @Get('implicit-short') implicitShort({ res }: Input) {
    res.setHeader('Content-Type', 'text/plain');
    res.end('short');
  }
  @Get('sized/:way/:bytes', sizes) sized({ params: { way, bytes }, res }: Input<typeof sizes>) {
    const body = 'a'.repeat(bytes);
    if (way === 'json') return body.slice(2);
    if (way === 'web') return new Response(body, { headers: text });
    if (way === 'head') res.writeHead(200, { ...text, 'Content-Length': bytes }).end(body);
    if (way === 'end') res.setHeader('Content-Type', 'text/plain').end(body);
    if (way === 'written') {
      res.writeHead(200, text).write(body.slice(1));
      res.end('a');
    }
  }
  @Get('lines') async lines({ res }: Input) {
    res.writeHead(200, { 'Content-Type': 'text/plain' });
    res.write('first');
    await released;
    res.end('second');
  }
  @Get('events') events({ res }: Input) {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(`data: ${long}\n\n`);
    res.end();
  }
  @Post('change') change({ req }: Input) {
    return { matches: req.headers['if-match'] ?? null };
  }
  @Idempotent()
  @Post('once')
  once() {
    return { long, change: ++changes };
  }
}
@Module({ controllers: [TextsController] })
class Root {}

let release = () => {};
const released = new Promise<void>((resolve) => (release = resolve));

const text = { 'Content-Type': 'text/plain' };
const answers: Readonly<Record<string, () => Response>> = {
  text: () => new Response(long, { headers: { ...text, Vary: 'Origin' } }),
  short: () => Response.json({ short: 'text' }),
  tagged: () => new Response(long, { headers: { ...text, ETag: '"v1"' } }),
  weak: () => new Response(long, { headers: { ...text, ETag: 'W/"v1"' } }),
  kept: () => new Response(long, { headers: { ...text, 'Cache-Control': 'public, no-transform' } }),
  encoded: () => new Response(Buffer.from(long), { headers: { ...text, 'Content-Encoding': 'x-own' } }),
  binary: () => new Response(Buffer.alloc(4096), { headers: { 'Content-Type': 'image/png' } }),
  huge: () =>
    new Response(Buffer.alloc(5_000_000, 'line of text\n'), { headers: { ...text, 'Content-Length': '5000000' } }),
  broken: () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from(long)),
        pull: () => Promise.reject(new Error('the source ended')),
      }),
      { headers: text },
    ),
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Over a socket of its own, without the headers that `fetch` adds. */
function call(base: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(`${base}${path}`, { method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const coding = String(res.headers['content-encoding'] ?? '');
        const decode = bytes.length === 0 ? undefined : { br: brotliDecompressSync, gzip: gunzipSync }[coding];
        resolve({ status: res.statusCode!, headers: res.headers, bytes, text: String(decode ? decode(bytes) : bytes) });
      });
    });
    req.on('error', reject);
    req.end();
  });
}

async function serve(options: ServiceOptions = {}) {
  const app = await createApp(Root, { logger: { info() {}, warn() {}, error() {} }, ...options });
  return { app, url: await app.listen() };
}

const gzip = { 'Accept-Encoding': 'gzip' };

describe('the coding of an answer', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;Q=0.5, br;q=0.4', 'gzip'],
    ['gzip ; q=1.0, br ; q=0.9', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', null],
    ['*;q=0', null],
    ['identity', null],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0, *;q=0', null],
    ['deflate, zstd', null],
    ['gzip;q=nonsense', null],
    ['', null],
  ])('is for "%s" %s', (accepted, expected) => {
    expect(preferredCoding(accepted)).toBe(expected);
  });
});

describe('compressed answers', () => {
  let url: string;
  let app: Awaited<ReturnType<typeof createApp>>;
  beforeAll(async () => ({ app, url } = await serve({ documents: {}, securityHeaders: true, cors: true })));
  afterAll(() => app.close());

  it.each([
    ['/texts/json', 'application/json; charset=utf-8'],
    ['/texts/refused', 'application/problem+json'],
    ['/texts/web/text', 'text/plain'],
    ['/texts/written', 'text/plain'],
    ['/texts/implicit', 'image/svg+xml'],
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/versions', 'text/html; charset=utf-8'],
    ['/docs/assets/page.css', 'text/css; charset=utf-8'],
    ['/docs/assets/page.js', 'text/javascript; charset=utf-8'],
  ])('%s is compressed when asked, and says the same', async (path, type) => {
    const plain = await call(url, path);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const coding of ['gzip', 'br']) {
      const answer = await call(url, path, { 'Accept-Encoding': coding });
      const { headers, bytes, status } = answer;
      expect([status, headers['content-encoding'], headers['content-type']]).toEqual([plain.status, coding, type]);
      expect(String(headers.vary)).toContain('Accept-Encoding');
      expect(headers['content-length'] ?? String(bytes.length)).toBe(String(bytes.length));
      expect(bytes.length).toBeLessThan(plain.bytes.length);
      if (!path.includes('docs') && !path.includes('refused')) expect(answer.text).toBe(plain.text);
    }
    expect((await call(url, path, { 'Accept-Encoding': 'identity' })).headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    '/texts/short',
    '/texts/web/short',
    '/texts/implicit-short',
    '/texts/events',
    '/texts/web/kept',
    '/texts/web/binary',
  ])('%s is sent as it is', async (path) => {
    const [plain, asked] = [await call(url, path), await call(url, path, gzip)];
    expect(asked.headers).not.toHaveProperty('content-encoding');
    expect(asked.text).toBe(plain.text);
  });

  it.each(['json', 'web', 'head', 'end', 'written'])('more than 1024 bytes are compressed, by %s', async (way) => {
    for (const [bytes, coding] of [
      [1024, undefined],
      [1025, 'gzip'],
    ] as const) {
      const answer = await call(url, `/texts/sized/${way}/${bytes}`, gzip);
      expect([answer.text.length, answer.headers['content-encoding']]).toEqual([bytes, coding]);
    }
    const { headers } = await call(url, `/texts/sized/${way}/1024`, gzip, 'HEAD');
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('leaves what is encoded already', async () => {
    const { headers, text } = await call(url, '/texts/web/encoded', gzip);
    expect([headers['content-encoding'], text]).toEqual(['x-own', long]);
  });

  it('keeps the other headers, and the reason', async () => {
    const { headers } = await call(url, '/texts/written', { ...gzip, Origin: 'https://example.com' });
    expect(headers).toMatchObject({
      link: '</next>; rel="next"',
      'set-cookie': ['a=1', 'b=2'],
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect((await call(url, '/texts/web/text', gzip)).headers.vary).toBe('Origin, Accept-Encoding');
  });

  it("reaches Node's fetch decoded", async () => {
    const response = await fetch(`${url}/texts/json`);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toEqual({ long });
    expect((await (await fetch(`${url}/texts/web/huge`)).text()).length).toBe(5_000_000);
  });

  it('names a HEAD answer as that of GET, without a body or a wrong length', async () => {
    const { status, headers, bytes } = await call(url, '/docs/assets/page.css', gzip, 'HEAD');
    expect([status, headers['content-encoding'], bytes.length]).toEqual([200, 'gzip', 0]);
    expect(headers).not.toHaveProperty('content-length');
    expect((await call(url, '/texts/web/short', gzip, 'HEAD')).headers).not.toHaveProperty('content-encoding');
  });

  it('sends a slow text piece by piece', async () => {
    const pieces: string[] = [];
    const response = await fetch(`${url}/texts/lines`, { headers: gzip });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      pieces.push(piece);
      release();
    }
    expect(pieces).toEqual(['first', 'second']);
  });

  it('cuts the connection of a body that fails', async () => {
    await expect(fetch(`${url}/texts/web/broken`).then((response) => response.text())).rejects.toThrow();
  });

  it.each(['/openapi.json', '/docs/assets/page.css', '/texts/web/tagged', '/texts/web/weak'])(
    '%s answers 304 to the tag of each coding',
    async (path) => {
      const tags = new Set<string>();
      for (const coding of ['identity', 'gzip', 'br']) {
        const asked = { 'Accept-Encoding': coding };
        const tag = String((await call(url, path, asked)).headers.etag);
        tags.add(tag);
        const again = await call(url, path, { ...asked, 'If-None-Match': tag });
        expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, tag, 0]);
        expect(again.headers).not.toHaveProperty('content-encoding');
        expect((await call(url, path, { ...asked, 'If-None-Match': '"another"' })).status).toBe(200);
      }
      expect(tags.size).toBe(path.includes('weak') ? 1 : 3);
    },
  );

  it('gives a handler the tag that it made, in If-Match', async () => {
    const tag = String((await call(url, '/texts/web/tagged', gzip)).headers.etag);
    expect(tag).toBe('"v1--gzip"');
    for (const asked of [gzip, {}] as const)
      expect((await call(url, '/texts/change', { ...asked, 'If-Match': tag }, 'POST')).text).toBe(
        '{"matches":"\\"v1\\""}',
      );
  });

  it('replays an idempotent answer in the coding of each request', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const first = await call(url, '/texts/once', { ...key, ...gzip }, 'POST');
    const second = await call(url, '/texts/once', key, 'POST');
    const third = await call(url, '/texts/once', { ...key, 'Accept-Encoding': 'br' }, 'POST');
    expect([first, second, third].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', undefined, 'br']);
    expect(new Set([first.text, second.text, third.text]).size).toBe(1);
  });
});

describe('compression elsewhere', () => {
  it('covers mounted handlers and Express', async () => {
    const handler = express().get('/long', (_req, res) => void res.type('text').send(long));
    const { app, url } = await serve({ mount: [{ path: '/mounted', handler }] });
    app.express.get('/own', (_req, res) => void res.json({ long }));
    for (const path of ['/mounted/long', '/own']) {
      const answer = await call(url, path, gzip);
      expect([answer.headers['content-encoding'], answer.text.includes(long)]).toEqual(['gzip', true]);
      const { etag } = answer.headers;
      if (etag) expect((await call(url, path, { ...gzip, 'If-None-Match': String(etag) })).status).toBe(304);
    }
    await app.close();
  });

  it('is off with compression: false', async () => {
    const { app, url } = await serve({ compression: false, documents: {} });
    for (const path of ['/texts/json', '/openapi.json', '/docs/assets/page.css'])
      expect((await call(url, path, gzip)).headers).not.toHaveProperty('content-encoding');
    await app.close();
  });

  it('does not hold a stop, nor outlive a client that went away', async () => {
    const { app, url } = await serve();
    const abort = new AbortController();
    await fetch(`${url}/texts/web/huge`, { signal: abort.signal });
    abort.abort();
    await wait(10);
    expect((await call(url, '/texts/json', gzip)).text).toContain(long);
    await app.close();
  });
});
