import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../server/create-app.js';
import { webhook } from '../../webhooks/declare/webhook.js';
import { verifyWebhook } from '../../webhooks/signature/verify-webhook.js';
import { memoryWebhookStore } from '../../webhooks/store/memory-webhook-store.js';
import { startReceiver } from '../../webhooks/testing/receiver.js';
import { around } from '../around.js';
import { defineGateway } from '../gateway/define-gateway.js';
import { booksDocument, booksVersions, shapes } from '../testing/books.js';
import { BooksApplication } from '../testing/books-application.js';
import type { PublishListenerOptions } from './publish-options.js';

const token = 'a-long-random-text-0f8c';
const bookAdded = webhook('book.added', { payload: shapes.Book, description: 'A book was added.' });
const book = { id: '1', title: 'Notes', pages: 12 };

const options = (publish: Partial<PublishListenerOptions> = {}) => ({
  document: booksDocument(),
  shapes,
  ...booksVersions('', ''),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const,
  webhooks: [bookAdded],
  publish: {
    port: 0,
    token,
    store: memoryWebhookStore(),
    egress: { allow: ['127.0.0.1'] },
    pollMs: 5,
    ...publish,
  },
});

function openLog() {
  const lines: string[] = [];
  const write = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const listening = () => lines.map((line) => /"url":"([^"]+)"/.exec(line)?.[1]).find((url) => url !== undefined);
  return { lines, logger: { info: write, warn: write, error: write }, listening };
}

/** The listener of each way to stand around an application. */
const ways = {
  around: async () => {
    const { logger, lines, listening } = openLog();
    const versioned = around({ ...options(), logger });
    onTestFinished(() => versioned.close());
    const handler = versioned.fetch(new BooksApplication().fetch);
    await handler(new Request('http://books.test/books'));
    return { url: listening()!, lines };
  },
  gateway: async () => {
    const { logger, lines, listening } = openLog();
    const upstream = createServer(new BooksApplication().listener);
    await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void upstream.close());
    const { port } = upstream.address() as AddressInfo;
    const gateway = defineGateway({ ...options(), logger, upstream: `http://127.0.0.1:${port}` });
    const { root, ...rest } = gateway;
    const app = await createApp(root, rest);
    onTestFinished(() => app.close());
    expect(JSON.stringify(rest)).not.toContain(token);
    expect((await rest.prepare!({} as never)).parts).toMatchObject([{ part: 'upstream' }, { part: 'events' }]);
    // The gateway itself takes no events.
    const gatewayUrl = await app.listen();
    const refused = await fetch(`${gatewayUrl}/events/book.added?subject=a`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('no POST');
    return { url: listening()!, lines };
  },
};

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}>;

const senderTo =
  (url: string): Send =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };

const path = '/events/book.added?subject=tenant-1';

describe.each(Object.keys(ways) as (keyof typeof ways)[])('the listener of %s', (way) => {
  it('takes an event in the newest shape, and each endpoint gets its version', async () => {
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    const { url, lines } = await ways[way]();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const send = senderTo(url);
    const created = await Promise.all(
      ['1', '2'].map((version) =>
        send('POST', '/endpoints', { subject: 'tenant-1', url: receiver.url, events: ['book.added'], version }),
      ),
    );
    expect(created.map(({ status }) => status)).toEqual([201, 201]);
    const published = await send('POST', path, book);
    expect(published).toMatchObject({ status: 202, body: { deliveries: 2 } });
    await expect.poll(() => receiver.received.length).toBe(2);
    const verified = receiver.received.map((request) =>
      verifyWebhook({ ...request, secret: created.map(({ body }) => String(body['secret'])) }),
    );
    expect(Object.fromEntries(verified.map(({ version, payload }) => [version, payload]))).toEqual({
      1: { id: '1', name: 'Notes', pages: 12 },
      2: book,
    });
    expect(new Set(verified.map(({ id }) => id))).toEqual(new Set([published.body['id']]));
    const listed = await send('GET', '/endpoints?subject=tenant-1');
    expect(listed.body).toMatchObject([{ version: '1' }, { version: '2' }]);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    const [first] = listed.body as unknown as readonly { readonly id: string }[];
    expect((await send('DELETE', `/endpoints/${first!.id}?subject=other`)).status).toBe(404);
    expect((await send('DELETE', `/endpoints/${first!.id}?subject=tenant-1`)).status).toBe(204);
    expect((await send('POST', path, book)).body).toMatchObject({ deliveries: 1 });
    expect(lines.join('\n')).not.toContain(token);
  });

  it('refuses who does not know the token before it reads anything, and logs no token', async () => {
    const { url, lines } = await ways[way]();
    const send = senderTo(url);
    for (const authorization of [
      '',
      'Bearer',
      'Bearer wrong',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
    ])
      for (const [method, target, body] of [
        ['POST', path, 'no json'],
        ['POST', '/events/none', '{}'],
        ['GET', '/endpoints'],
      ] as const) {
        const { status, type, headers } = await send(method, target, body, { authorization });
        expect([status, type, headers.get('www-authenticate')], authorization).toEqual([
          401,
          'application/problem+json',
          'Bearer',
        ]);
      }
    expect(lines.join('\n')).not.toContain(token);
  });

  it('answers problem details for what it does not take', async () => {
    const { url } = await ways[way]();
    const send = senderTo(url);
    const big = JSON.stringify({ ...book, title: 'x'.repeat(2_000_000) });
    for (const [status, method, target, body, headers, detail] of [
      [404, 'POST', '/events/book.addd?subject=a', book, {}, 'Unknown event "book.addd". Did you mean "book.added"?'],
      [404, 'POST', '/nothing', book, {}, ''],
      [405, 'GET', path, undefined, {}, ''],
      [413, 'POST', path, big, {}, ''],
      [415, 'POST', path, 'x', { 'content-type': 'text/plain' }, ''],
      [400, 'POST', path, '{"id":', {}, ''],
      [400, 'POST', path, { ...book, pages: 'many' }, {}, 'does not fit version 2 of book.added at /pages'],
      [400, 'POST', path, { id: '1', name: 'Notes' }, {}, 'does not fit version 2 of book.added'],
      [400, 'POST', '/events/book.added', book, {}, 'subject'],
      [400, 'POST', '/endpoints', { subject: 'a', url: 'nowhere', events: ['book.added'] }, {}, 'is no URL'],
      [400, 'POST', '/endpoints', { subject: 'a', url: 'http://127.0.0.1/', events: ['x'] }, {}, 'Unknown event "x"'],
    ] as const) {
      const answer = await send(method, target, body, headers);
      expect([answer.status, answer.type], `${method} ${target}`).toEqual([status, 'application/problem+json']);
      expect(JSON.stringify(answer.body)).toContain(JSON.stringify(detail).slice(1, -1));
    }
  });
});

describe('publish', () => {
  const described =
    (publish: unknown, webhooks: unknown = [bookAdded]) =>
    () =>
      around({ ...options(), webhooks, publish } as never);
  const good = options().publish;

  it.each([
    ['nothing', null, 'around(): publish is null. Write publish: {'],
    ['a variable that is not set: commands need none', { ...good, token: undefined }, null],
    ['a token with a space', { ...good, token: 'two words' }, 'around(): publish.token is no text without spaces.'],
    ['an empty token', { ...good, token: '' }, 'around(): publish.token is no text without spaces.'],
    ['a wrong port', { ...good, port: '9090' }, 'around(): publish.port is "9090". Write a port from 0 to 65535'],
    ['a wrong host', { ...good, host: 7 }, 'around(): publish.host is 7.'],
    ['no store', { port: 0, token, egress: 'public' }, 'WebhooksModule() takes a store'],
  ])('says what is wrong with %s', (_, publish, message) => {
    if (message === null) expect(described(publish)).not.toThrow();
    else {
      expect(described(publish)).toThrow(message);
      expect(described(publish)).not.toThrow(token);
    }
  });

  it('needs a token, and events', () => {
    const { token: _, ...without } = good;
    expect(described(without)).toThrow('around(): publish.token is missing.');
    expect(described(good, [])).toThrow(
      'around(): publish needs the events that it takes. Write webhooks: [bookAdded].',
    );
  });

  it('does not start where the variable of the token is not set', async () => {
    const upstream = 'http://127.0.0.1:9';
    const gateway = defineGateway({ ...options({ token: undefined }), upstream });
    const { root, ...rest } = gateway;
    await expect(createApp(root, rest)).rejects.toThrow('publish.token is missing, so that nobody may publish.');
  });

  it('is off by default: webhooks alone are declared, and nothing listens', async () => {
    const { logger, listening } = openLog();
    const { publish: _, ...plain } = options();
    const { root, ...rest } = defineGateway({ ...plain, logger, upstream: 'http://127.0.0.1:9' });
    const app = await createApp(root, rest);
    onTestFinished(() => app.close());
    expect(listening()).toBeUndefined();
    expect(rest.webhooks).toEqual([bookAdded]);
  });
});
