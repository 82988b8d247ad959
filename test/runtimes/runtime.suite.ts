import { expect } from 'vitest';

/** Sends a request to the app of the suite, as `fetch` takes it but for the address. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export interface RuntimeCase {
  readonly title: string;
  readonly run: (send: Send) => Promise<void>;
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-version': '2', ...headers },
  body: JSON.stringify(body),
});
const version = (name: string) => ({ headers: { 'x-api-version': name } });

/** What the app does on every runtime. */
export const runtimeCases: readonly RuntimeCase[] = [
  {
    title: 'versions: each is read and answered in its own shape',
    run: async (send) => {
      const newest = await send('/api/orders/7?long=true', version('2'));
      expect(await newest.json()).toEqual({ id: 7, label: 'a long label' });
      expect(newest.headers.get('vary')).toContain('X-API-Version');
      expect(newest.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await (await send('/api/orders/7', version('1'))).json()).toEqual({ id: 7, name: 'label' });
      const created = await send('/api/orders', post({ name: 'old' }, { 'x-api-version': '1' }));
      expect([created.status, await created.json()]).toEqual([201, { id: expect.any(Number), name: 'old' }]);
    },
  },
  {
    title: 'versions: unknown ones are refused, deprecated ones say so',
    run: async (send) => {
      const unknown = await send('/api/orders/7', version('9'));
      expect([unknown.status, await unknown.json()]).toMatchObject([404, { supportedVersions: ['1', '2'] }]);
      const old = await send('/api/orders/old/list', version('1'));
      expect([old.headers.get('deprecation'), old.headers.get('sunset')]).toEqual([
        '@1767225600',
        'Tue, 01 Jan 2999 00:00:00 GMT',
      ]);
    },
  },
  {
    title: 'validation: parameters, bodies and their media types',
    run: async (send) => {
      const path = await send('/api/orders/seven', version('2'));
      expect([path.status, path.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
      expect(await path.json()).toMatchObject({ errors: [{ in: 'path', path: 'id' }] });
      const body = await send('/api/orders', post({ label: '' }));
      expect([body.status, await body.json()]).toMatchObject([400, { errors: [{ in: 'body', path: 'label' }] }]);
      expect((await send('/api/orders', { ...post({}), body: '{"label"' })).status).toBe(400);
      expect((await send('/api/orders', post({}, { 'content-type': 'text/plain' }))).status).toBe(415);
    },
  },
  {
    title: 'validation: a body over the limit is refused',
    run: async (send) => {
      expect((await send('/api/orders', post({ label: 'x'.repeat(99_000) }))).status).toBe(201);
      expect((await send('/api/orders', post({ label: 'x'.repeat(200_000) }))).status).toBe(413);
    },
  },
  {
    title: 'answers: no content, media types, HEAD, unknown methods and addresses',
    run: async (send) => {
      const nothing = await send('/api/answers/nothing');
      expect([nothing.status, await nothing.text()]).toEqual([204, '']);
      const text = await send('/api/answers/text');
      expect([await text.text(), text.headers.get('etag'), text.headers.get('content-type')]).toEqual([
        'plain',
        '"1"',
        'text/plain',
      ]);
      const head = await send('/api/orders/7', { method: 'HEAD', ...version('2') });
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        200,
        'application/json; charset=utf-8',
        '',
      ]);
      expect((await send('/api/answers/head', { method: 'HEAD' })).headers.get('x-head')).toBe('yes');
      const method = await send('/api/answers/text', { method: 'DELETE' });
      expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await send('/api/answers/unknown')).status).toBe(404);
      expect((await send('/api/orders/101', version('2'))).status).toBe(404);
    },
  },
  {
    title: 'answers: what a handler writes by hand, and what middleware answers',
    run: async (send) => {
      const byHand = await send('/api/answers/by-hand');
      expect([byHand.status, await byHand.text()]).toEqual([203, 'by hand']);
      expect([byHand.headers.get('x-one'), byHand.headers.get('x-two')]).toEqual(['1', '2, 3']);
      expect(byHand.headers.get('x-content-type-options')).toBe('nosniff');
      const middleware = await send('/api/middleware', { method: 'PUT' });
      expect([middleware.status, await middleware.text()]).toEqual([418, 'middleware of PUT']);
    },
  },
  {
    title: 'answers: an internal error is opaque and has the trace id',
    run: async (send) => {
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
      const failure = await send('/api/answers/failure', { headers });
      const text = await failure.text();
      expect([failure.status, failure.headers.get('x-request-id')]).toEqual([500, trace]);
      expect(text).toContain(trace);
      expect(text).not.toContain('secret');
    },
  },
  {
    title: 'answers: text over 1 KB is compressed for clients that accept it',
    run: async (send) => {
      const large = await send('/api/answers/large', { headers: { 'accept-encoding': 'gzip' } });
      expect([large.headers.get('content-encoding'), large.headers.get('vary')]).toEqual([
        'gzip',
        'Origin, Accept-Encoding',
      ]);
      const plain = await send('/api/answers/large', { headers: { 'accept-encoding': 'identity' } });
      expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, 5_011]);
    },
  },
  {
    title: 'cookies: several are sent, and those of the request are read',
    run: async (send) => {
      const two = await send('/api/answers/cookies');
      expect(two.headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/']);
      const basket = await send('/api/answers/basket', { headers: { cookie: 'other=1; basket=apples%20' } });
      expect(await basket.json()).toEqual({ basket: 'apples ' });
      expect(basket.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
        'basket=apples%20%20and%20more',
        'old=',
      ]);
    },
  },
  {
    title: 'streams: answers in pieces, piped and of the web arrive whole',
    run: async (send) => {
      const pieces = await (await send('/api/streams/pieces')).text();
      expect([pieces.length, pieces.slice(-4)]).toEqual([2_000_003, 'aend']);
      expect(await (await send('/api/streams/piped')).text()).toBe('one two three');
      const web = await send('/api/streams/web');
      expect([web.headers.get('content-type'), await web.text()]).toEqual(['text/x-parts', 'abc']);
    },
  },
  {
    title: 'streams: events come one by one, until the reader leaves',
    run: async (send) => {
      await send('/api/answers/seen');
      const leaving = new AbortController();
      const events = await send('/api/streams/events', { signal: leaving.signal });
      expect(events.headers.get('content-type')).toContain('text/event-stream');
      const reader = events.body!.getReader();
      let text = '';
      while (!text.includes('data: 3')) text += Buffer.from((await reader.read()).value!).toString();
      await reader.cancel();
      leaving.abort();
      let closed = '';
      while (!closed.includes('events closed')) closed += await (await send('/api/answers/seen')).text();
      expect(closed).toContain('events closed, finished: false');
    },
  },
  {
    title: 'streams: the items of events and NDJSON are in the shape of their version',
    run: async (send) => {
      const leaving = new AbortController();
      const headers = { 'x-api-version': '1', 'last-event-id': '4' };
      const feed = await send('/api/orders/live/feed', { signal: leaving.signal, headers });
      expect(feed.headers.get('content-type')).toContain('text/event-stream');
      const reader = feed.body!.getReader();
      let text = '';
      while (!text.includes('number 6')) text += Buffer.from((await reader.read()).value!).toString();
      expect(text).toMatch(/^id: 5\ndata: \{"id":5,"name":"number 5"\}\n\n/);
      await reader.cancel();
      leaving.abort();
      const list = await send('/api/orders/live/list', version('1'));
      expect([list.headers.get('content-type'), await list.text()]).toEqual([
        'application/x-ndjson',
        '{"id":1,"name":"number 1"}\n{"id":2,"name":"number 2"}\n',
      ]);
    },
  },
  {
    title: 'streams: what makes the items ends when the reader leaves',
    run: async (send) => {
      await send('/api/answers/seen');
      const leaving = new AbortController();
      const feed = await send('/api/orders/live/feed', { signal: leaving.signal, ...version('2') });
      const reader = feed.body!.getReader();
      await reader.read();
      await reader.cancel();
      leaving.abort();
      let ended = '';
      while (!ended.includes('feed ended')) ended += await (await send('/api/answers/seen')).text();
    },
  },
  {
    title: 'files: whole, in ranges, and only if they changed',
    run: async (send) => {
      const file = (headers: Record<string, string> = {}) =>
        send('/api/orders/live/file', { headers: { 'x-api-version': '2', ...headers } });
      const whole = await file();
      expect([whole.status, await whole.text(), whole.headers.get('content-disposition')]).toEqual([
        200,
        '0123456789',
        'attachment; filename="ten.txt"',
      ]);
      const part = await file({ range: 'bytes=2-4' });
      expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
      expect((await file({ range: 'bytes=10-' })).status).toBe(416);
      expect((await file({ 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);
    },
  },
  {
    title: 'files: from the disk',
    run: async (send) => {
      const file = await send('/api/orders/live/file?from=disk', version('2'));
      expect(await file.text()).toContain('openRuntimeApp');
    },
  },
  {
    title: 'streams: bodies are read as they come',
    run: async (send) => {
      const init = { method: 'POST', body: 'x'.repeat(300_000) };
      expect(await (await send('/api/streams/count', init)).json()).toEqual({ bytes: 300_000 });
      const rows = Array.from({ length: 500 }, (_, id) => JSON.stringify({ id })).join('\n');
      const headers = { 'content-type': 'application/x-ndjson' };
      expect(await (await send('/api/streams/rows', { method: 'POST', headers, body: rows })).json()).toEqual({
        sum: 124_750,
      });
    },
  },
  {
    title: 'multipart: fields and files, and a file over its limit',
    run: async (send) => {
      const form = (size: number) => {
        const body = new FormData();
        body.set('title', 'Holidays');
        body.set('picture', new File([Buffer.alloc(size, 120)], 'beach.txt', { type: 'text/plain' }));
        return { method: 'POST', body };
      };
      expect(await (await send('/api/streams/upload', form(50_000))).json()).toEqual({
        title: 'Holidays',
        name: 'beach.txt',
        mediaType: 'text/plain',
        size: 50_000,
      });
      expect((await send('/api/streams/upload', form(300_000))).status).toBe(413);
    },
  },
  {
    title: 'a repeated idempotency key gets the first answer',
    run: async (send) => {
      const key = { 'idempotency-key': `key-${performance.now()}` };
      const first = await send('/api/orders', post({ label: 'once' }, key));
      const again = await send('/api/orders', post({ label: 'once' }, key));
      expect(await again.json()).toEqual(await first.json());
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect((await send('/api/orders', post({ label: 'other' }, key))).status).toBe(422);
    },
  },
  {
    title: 'the client has an address, a user agent, and a budget of its own',
    run: async (send) => {
      const client = await send('/api/answers/client?a=b%20c', { headers: { 'user-agent': 'suite/1' } });
      expect(await client.json()).toMatchObject({
        method: 'GET',
        url: '/api/answers/client?a=b%20c',
        agent: 'suite/1',
        address: '127.0.0.1',
      });
      const from = (address: string) => send('/api/answers/throttled', { headers: { 'x-forwarded-for': address } });
      const statuses = [];
      for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
        statuses.push((await from(address)).status);
      expect(statuses).toEqual([200, 200, 429, 200]);
    },
  },
  {
    title: 'other origins get their headers, also before the request',
    run: async (send) => {
      const origin = 'https://app.example';
      const actual = await send('/api/answers/text', { headers: { origin } });
      expect(actual.headers.get('access-control-allow-origin')).toBe(origin);
      const headers = { origin, 'access-control-request-method': 'POST' };
      const preflight = await send('/api/orders', { method: 'OPTIONS', headers });
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
    },
  },
  {
    title: 'mounted handlers of Express answer, decline and fail',
    run: async (send) => {
      const mounted = await send('/api/guest/hello', { method: 'POST', body: 'from a guest' });
      expect([mounted.status, await mounted.json()]).toEqual([201, { url: '/hello', body: 'from a guest' }]);
      expect((await send('/api/guest/declined')).status).toBe(404);
      const failed = await send('/api/guest/failed');
      expect([failed.status, await failed.json()]).toMatchObject([418, { detail: 'No tea.' }]);
    },
  },
  {
    title: 'the access log has a line for each request',
    run: async (send) => {
      await send('/api/answers/seen');
      await send('/api/answers/nothing');
      let lines = '';
      while (!lines.includes('nothing')) lines += await (await send('/api/answers/seen')).text();
      expect(lines).toContain('GET /api/answers/nothing 204');
    },
  },
];
