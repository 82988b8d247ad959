import express from 'express';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, createApp, Deprecated, Get, HttpError, type Input, Module } from '../index.js';
import { serveForTest } from './testing/serve-for-test.js';

@Deprecated({ since: new Date('2026-01-01T00:00:00Z'), link: '/migrate' })
@Controller('old')
class OldController {
  @Get() read() {
    return 1;
  }
  @Get('error') error(): never {
    throw new HttpError(409, 'Taken.');
  }
  @Get('crash') crash(): never {
    throw new Error('no');
  }
  @Get('own')
  own({ res }: Input) {
    res.setHeader('Deprecation', '@1');
    res.setHeader('Sunset', 'Tue, 01 Jan 2030 00:00:00 GMT');
    res.setHeader('Link', '</old?page=2>; rel="next"');
    res.setHeader('Vary', 'Accept-Language');
    return 1;
  }
  @Get('response')
  response() {
    return new Response('text', { headers: { Link: '</old?page=2>; rel="next"', Deprecation: '@2' } });
  }
  @Deprecated({ since: '2026-05-01T12:00', sunset: '2027-01-01' }) @Get('handler') handler() {
    return 1;
  }
  @Get('raw') raw({ res }: Input) {
    res.writeHead(200, { 'content-type': 'text/plain' });
    res.end('raw');
    return undefined;
  }
}
@Module({ controllers: [OldController] })
class AppModule {}

const link = '</migrate>; rel="deprecation"; type="text/html"';
const paging = '</old?page=2>; rel="next"';

describe('a deprecated route', () => {
  const ask = async (path: string) => {
    const { app, call } = await serveForTest(AppModule);
    const { status, headers } = await call(path);
    await app.close();
    return { status, deprecation: headers.deprecation, sunset: headers.sunset, link: headers.link };
  };

  it('is announced in every answer, errors included', async () => {
    for (const [path, status] of [
      ['/old', 200],
      ['/old/error', 409],
      ['/old/crash', 500],
      ['/old/raw', 200],
    ] as const) {
      expect(await ask(path)).toEqual({ status, deprecation: '@1767225600', sunset: undefined, link });
    }
  });

  it('keeps the headers that the handler set, and appends its link to theirs', async () => {
    const own = await ask('/old/own');
    expect(own).toMatchObject({ deprecation: '@1', sunset: 'Tue, 01 Jan 2030 00:00:00 GMT' });
    expect(own.link).toBe(`${paging}, ${link}`);
    expect(await ask('/old/response')).toMatchObject({ deprecation: '@2', link: `${paging}, ${link}` });
  });

  it("is the handler's as a whole where both the controller and the handler declare one", async () => {
    expect(await ask('/old/handler')).toEqual({
      status: 200,
      deprecation: '@1777636800',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: undefined,
    });
  });

  it('is not announced in a 404', async () => {
    expect((await ask('/old/nothing')).deprecation).toBeUndefined();
  });
});

const help = '</help>; rel="help"';

/** How a handler writes its answer, and the links of its own that it sends. */
const written: Readonly<Record<string, readonly [own: string, write: (res: ServerResponse) => unknown]>> = {
  'writeHead alone': ['', (res) => res.writeHead(200).end('a')],
  'setHeader, then writeHead': [paging, (res) => res.setHeader('Link', paging).writeHead(200).end('a')],
  'setHeader, then writeHead with others': [
    paging,
    (res) => res.setHeader('link', paging).writeHead(200, 'Fine', { 'X-Own': '1' }).end('a'),
  ],
  'setHeader, then end': [paging, (res) => res.setHeader('Link', paging).end('a')],
  'setHeader, then write': [paging, (res) => void (res.setHeader('Link', paging).write('a'), res.end())],
  'setHeader, then flushHeaders': [paging, (res) => void (res.setHeader('Link', paging).flushHeaders(), res.end())],
  'setHeader with a list': [`${paging}, ${help}`, (res) => res.setHeader('Link', [paging, help]).writeHead(200).end()],
  setHeaders: [
    paging,
    (res) =>
      res
        .setHeaders(new Headers({ link: paging }))
        .writeHead(200)
        .end('a'),
  ],
  appendHeader: [paging, (res) => res.appendHeader('Link', paging).writeHead(200).end('a')],
  'appendHeader with a list': [`${paging}, ${help}`, (res) => res.appendHeader('link', [paging, help]).end('a')],
  removeHeader: ['', (res) => (res.removeHeader('Link'), res.end('a'))],
  'writeHead with a link': [paging, (res) => res.writeHead(200, { Link: paging }).end('a')],
  'writeHead with a list': [`${paging}, ${help}`, (res) => res.writeHead(200, { link: [paging, help] }).end('a')],
  'writeHead with names and values': [
    `${paging}, ${help}`,
    (res) => res.writeHead(200, ['Link', paging, 'X-Own', '1', 'link', help]).end('a'),
  ],
  'writeHead with pairs': [
    `${paging}, ${help}`,
    (res) =>
      res
        .writeHead(200, [
          ['Link', paging],
          ['Link', help],
        ] as never)
        .end('a'),
  ],
  'setHeader, then writeHead with a link': [
    `${help}, ${paging}`,
    (res) => res.setHeader('Link', paging).writeHead(200, { Link: help }).end('a'),
  ],
  'the link of the route, by hand': [paging, (res) => res.writeHead(200, { Link: `${link}, ${paging}` }).end('a')],
  'the link of the route and another, twice': [
    paging,
    (res) => res.setHeader('Link', [paging, link]).writeHead(200, { Link: link }).end('a'),
  ],
};

const way = { params: z.object({ way: z.string() }) };

@Deprecated({ since: '2026-01-01', link: '/migrate' })
@Controller('written')
class WrittenController {
  @Get('by/:way', way) write({ params, res }: Input<typeof way>) {
    written[params.way]![1](res);
  }
  @Get('refused/:way', way) refuse({ params, res }: Input<typeof way>): never {
    res.setHeader('X-Touched', '1');
    throw new HttpError(409, 'Taken.', {}, { headers: { [params.way]: paging } });
  }
}
@Module({ controllers: [WrittenController] })
class WrittenModule {}

const linksOf = (header: string | string[] | null | undefined) => [header ?? []].flat().join(', ').split(', ').sort();

describe('the link of a deprecated route whose handler writes the answer', () => {
  const expected = (own: string) => [...(own === '' ? [] : own.split(', ')), link].sort();

  it.each(Object.entries(written))('is sent once, besides its own: %s', async (way, [own]) => {
    const path = `/written/by/${encodeURIComponent(way)}`;
    const { app, call } = await serveForTest(WrittenModule);
    const server = express().use(app.middleware).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      expect(linksOf((await call(path)).headers.link)).toEqual(expected(own));
      expect(linksOf((await call(path, { headers: { 'accept-encoding': 'gzip' } })).headers.link)).toEqual(
        expected(own),
      );
      expect(linksOf((await app.fetch(new Request(`http://a.example${path}`))).headers.get('link'))).toEqual(
        expected(own),
      );
      expect(linksOf((await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('link'))).toEqual(expected(own));
    } finally {
      server.close();
      await app.close();
    }
  });

  it.each(['Link', 'link'])('goes with an error that has a %s', async (name) => {
    const app = await createApp(WrittenModule);
    const answer = await app.fetch(new Request(`http://a.example/written/refused/${name}`));
    expect(linksOf(answer.headers.get('link'))).toEqual([link, paging].sort());
    await app.close();
  });
});

describe('a mounted handler', () => {
  it.each([
    ['setHeader', (res: ServerResponse) => res.setHeader('Vary', 'Accept').writeHead(200).end()],
    ['writeHead', (res: ServerResponse) => res.writeHead(200, { vary: 'Accept' }).end()],
  ])('keeps the Vary of the app with its own: %s', async (_, write) => {
    const mount = [{ path: '/mounted', handler: (_req: unknown, res: ServerResponse) => void write(res) }];
    const { app, call } = await serveForTest(WrittenModule, { cors: { origin: ['https://a.example'] }, mount });
    const fetched = await app.request('/mounted');
    for (const vary of [(await call('/mounted')).headers.vary, fetched.headers.get('vary')])
      expect(vary?.toString().split(', ').sort()).toEqual(['Accept', 'Origin']);
    await app.close();
  });
});

describe('@Deprecated', () => {
  it.each([
    [{ since: 'soon' }, '@Deprecated since "soon" is not a date'],
    [{ since: '2026-02-30' }, '@Deprecated since "2026-02-30" is not a date'],
    [{ since: '2026-01-01', sunset: 'later' }, '@Deprecated sunset "later" is not a date'],
    [{ since: '2026-03-01', sunset: '2026-02-01' }, '@Deprecated sunset "2026-02-01" is before since "2026-03-01"'],
    [{ since: '2026-01-01', link: 'example.com' }, '@Deprecated link "example.com" is not a URL'],
    [{ since: '2026-01-01', link: 'javascript:alert(1)' }, '@Deprecated link "javascript:alert(1)" is not a URL'],
  ])('throws where it is defined: %j', (options, message) => {
    expect(() => Deprecated(options)).toThrow(message);
  });
});
