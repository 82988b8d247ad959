import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bookAdded, shelfChanged } from '../../../fixtures/webhooks/svc.config.js';
import { runs } from '../../../test/property-runs.js';
import { book, openWebhooks } from '../testing/open-webhooks.js';
import { startReceiver, type Answer } from '../testing/receiver.js';
import type { WebhookAttempt, WebhookQueue } from './delivery-worker.js';
import { delayAfter, readRetryAfter, standardSchedule } from './schedule.js';

const subject = 'tenant-1';
const events = ['book.added'];

/** An endpoint of a receiver, with one event on its way to it. */
async function sendTo(url: string, options: Parameters<typeof openWebhooks>[0] = {}) {
  const opened = await openWebhooks(options);
  const { id } = await opened.webhooks.endpoints.create({ subject, url, events });
  await opened.webhooks.publish(bookAdded, book, { subject });
  const delivery = async () => (await opened.webhooks.deliveries.list({ subject })).at(-1)!;
  const endpoint = async () => (await opened.webhooks.endpoints.find(id, { subject }))!;
  return { ...opened, id, delivery, endpoint };
}

async function answering(...answers: readonly Answer[]) {
  const receiver = await startReceiver(...answers);
  onTestFinished(receiver.close);
  return { receiver, ...(await sendTo(receiver.url)) };
}

/** A server that writes exactly the bytes it is given. */
async function startRaw(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/`;
}

describe('an answer', () => {
  it.each([200, 202, 299])('%i is a success', async (status) => {
    const { delivery, endpoint } = await answering(status);
    await expect.poll(delivery).toMatchObject({ state: 'delivered', status, attempts: 1, reason: null });
    expect(await endpoint()).toMatchObject({ failedAt: null, succeededAt: expect.any(Date) as Date });
  });

  it.each([301, 302, 307, 308])('%i is a failure, and is not followed', async (status) => {
    const inside = await startReceiver(200);
    onTestFinished(inside.close);
    const { delivery } = await answering((res) => void res.writeHead(status, { location: inside.url }).end());
    await expect
      .poll(delivery)
      .toMatchObject({ state: 'pending', status, reason: `Answered ${status}: redirects are not followed.` });
    expect(inside.connections()).toBe(0);
  });

  it('410 disables the endpoint, with one notice, and ends what waits for it', async () => {
    const receiver = await startReceiver(410);
    onTestFinished(receiver.close);
    const first = await openWebhooks({ deliver: false });
    const { id } = await first.webhooks.endpoints.create({ subject, url: receiver.url, events });
    for (let index = 0; index < 20; index += 1) await first.webhooks.publish(bookAdded, book, { subject });
    await first.close();
    const { store } = first;
    const { webhooks, clock } = await openWebhooks({ store, perEndpoint: 3 });
    await expect.poll(() => webhooks.endpoints.find(id, { subject })).toMatchObject({ disabled: 'gone' });
    await expect.poll(() => webhooks.deliveries.list({ subject, state: 'failed' })).toHaveLength(20);
    expect(receiver.received.length).toBeLessThanOrEqual(3);
    expect(await webhooks.publish(bookAdded, book, { subject })).toMatchObject({ deliveries: 0 });
    const notices = await store.takeNotices({ now: clock.now, holdMs: 1, limit: 9 });
    expect(notices).toMatchObject([
      { kind: 'disabled', endpoint: id, data: '{"why":"gone","reason":"Answered 410."}' },
    ]);
  });

  it.each([400, 401, 404, 500, 503])('%i is tried again by the schedule', async (status) => {
    const { delivery, clock, receiver } = await answering(status, 204);
    await expect.poll(delivery).toMatchObject({ state: 'pending', status, attempts: 1, reason: `Answered ${status}.` });
    const wait = (await delivery()).nextAt!.getTime() - clock.now;
    expect(wait).toBeGreaterThanOrEqual(5_000);
    expect(wait).toBeLessThanOrEqual(6_000);
    clock.now += 6_000;
    await expect.poll(delivery).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    [429, {}, 5_000],
    [502, {}, 5_000],
    [504, {}, 5_000],
    [429, { 'retry-after': '3600' }, 3_600_000],
    [503, { 'retry-after': 'Thu, 26 Nov 2026 13:00:00 GMT' }, 3_600_000],
  ])('%i with %j slows the endpoint down: nothing else is sent to it meanwhile', async (status, headers, pause) => {
    const { webhooks, clock, delivery, receiver } = await answering(
      (res) => void res.writeHead(status, headers).end(),
      204,
    );
    await expect.poll(delivery).toMatchObject({ attempts: 1 });
    await webhooks.publish(bookAdded, book, { subject });
    clock.now += pause - 1;
    await new Promise((resolve) => {
      setTimeout(resolve, 40);
    });
    expect(receiver.received).toHaveLength(1);
    clock.now += pause + 1;
    await expect.poll(() => webhooks.deliveries.list({ subject, state: 'delivered' })).toHaveLength(2);
  });

  it('with a good head counts, whatever its body does', async () => {
    const half = await answering((res) => {
      res.writeHead(200, { 'content-length': 1_000 }).write('half');
      setTimeout(() => res.destroy(), 5);
    });
    await expect.poll(half.delivery).toMatchObject({ state: 'delivered' });
    const endless = await answering((res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write('x'.repeat(10_000)), 1);
      res.on('close', () => clearInterval(timer));
    });
    await expect.poll(endless.delivery).toMatchObject({ state: 'delivered' });
  });
});

describe('a receiver', () => {
  it.each([
    ['that never answers', () => {}],
    ['that answers half a head', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-')],
    [
      'whose head is endless',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('a: b\r\n'), 5);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'that answers 102 for ever',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('%s fails after the time for one attempt', async (_, onSocket) => {
    const { delivery } = await sendTo(await startRaw(onSocket), { timeoutMs: 200 });
    await expect.poll(delivery).toMatchObject({ state: 'pending', attempts: 1, status: null });
    expect((await delivery()).reason).toMatch(/^No answer/);
  });

  it('that never answers fails in time, whatever garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const receiver = await startReceiver(() => {});
    onTestFinished(receiver.close);
    const { delivery } = await sendTo(receiver.url, { timeoutMs: 5_000 });
    await expect.poll(() => receiver.received.length).toBe(1);
    for (let times = 0; times < 3; times += 1) collect();
    await expect.poll(delivery).toMatchObject({ state: 'pending', attempts: 1, status: null });
  });

  it('that breaks off, or speaks no HTTP, or is not there, fails', async () => {
    const urls = [
      await startRaw((socket) => void socket.on('data', () => socket.destroy())),
      await startRaw((socket) => void socket.write('220 mail ready\r\n')),
      'http://127.0.0.1:9/',
    ];
    for (const url of urls) {
      const { delivery } = await sendTo(url);
      await expect.poll(delivery).toMatchObject({
        state: 'pending',
        attempts: 1,
        reason: expect.stringMatching(/^No answer: \w+\.$|^The answer is not HTTP\.$/) as string,
      });
    }
  });

  it('that fails to the last attempt is disabled with a notice, and its deliveries can be replayed once it is enabled', async () => {
    const receiver = await startReceiver(500, 500, 500, 204);
    onTestFinished(receiver.close);
    const { clock, delivery, endpoint, webhooks, id, store } = await sendTo(receiver.url, { schedule: [1_000, 1_000] });
    for (const attempts of [1, 2]) {
      await expect.poll(delivery).toMatchObject({ attempts, state: 'pending' });
      clock.now += 1_200;
    }
    await expect.poll(delivery).toMatchObject({ attempts: 3, state: 'failed', nextAt: null });
    expect(await endpoint()).toMatchObject({ disabled: 'failing' });
    expect(await store.takeNotices({ now: clock.now, holdMs: 1, limit: 9 })).toMatchObject([
      { kind: 'disabled', endpoint: id, data: '{"why":"failing","reason":"Answered 500."}' },
    ]);
    const { id: failed } = await delivery();
    await expect(webhooks.deliveries.replay(failed, { subject })).rejects.toThrow(
      'is disabled (failing). Enable it first.',
    );
    await webhooks.endpoints.update(id, { subject, enabled: true });
    await webhooks.deliveries.replay(failed, { subject });
    await expect.poll(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('that accepts other events stays enabled after the last attempt of one', async () => {
    const picky: Answer = (res, req) =>
      void res.writeHead(req.headers['webhook-event'] === 'book.added' ? 422 : 204).end();
    const receiver = await startReceiver(picky);
    onTestFinished(receiver.close);
    const { clock, delivery, endpoint, webhooks, id } = await sendTo(receiver.url, { schedule: [1_000] });
    await webhooks.endpoints.update(id, { subject, events: ['book.added', 'shelf.changed'] });
    await expect.poll(delivery).toMatchObject({ attempts: 1 });
    await webhooks.publish(shelfChanged, { shelf: { name: 'A', books: [] }, by: 'Ada' }, { subject });
    await expect.poll(() => webhooks.deliveries.list({ subject, state: 'delivered' })).toHaveLength(1);
    clock.now += 1_200;
    await expect.poll(delivery).toMatchObject({ state: 'failed' });
    expect(await endpoint()).toMatchObject({ disabled: null });
  });
});

describe('many endpoints', () => {
  it('of three versions get one body each, and none waits for one that is slow', async () => {
    const slow = await startReceiver(() => {});
    const quick = await startReceiver(204);
    onTestFinished(slow.close);
    onTestFinished(quick.close);
    const { webhooks, store } = await openWebhooks({ concurrency: 10, perEndpoint: 2 });
    let made = 0;
    const { keepBody } = store;
    store.keepBody = (...given) => {
      made += 1;
      return keepBody.apply(store, given);
    };
    for (let index = 0; index < 3; index += 1) await webhooks.endpoints.create({ subject, url: slow.url, events });
    for (let index = 0; index < 120; index += 1)
      await webhooks.endpoints.create({ subject, url: quick.url, events, version: String(1 + (index % 3)) });
    for (let index = 0; index < 3; index += 1) await webhooks.publish(bookAdded, { ...book, id: index }, { subject });
    await expect.poll(() => quick.received.length).toBe(360);
    expect(made).toBe(9);
    expect(slow.received.length).toBeLessThanOrEqual(6);
    const sent = quick.received.map(({ headers, body }) =>
      [headers['webhook-id'], headers['webhook-version'], body].join(' '),
    );
    expect(new Set(sent).size).toBe(9);
  });

  it('wait for another process where this one stops during an attempt', async () => {
    const receiver = await startReceiver(() => {}, 204);
    onTestFinished(receiver.close);
    const { store, delivery, close } = await sendTo(receiver.url);
    await expect.poll(() => receiver.received.length).toBe(1);
    await close();
    expect(await delivery()).toMatchObject({ state: 'pending', attempts: 0 });
    await openWebhooks({ store });
    await expect.poll(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id']);
  });
});

describe('a queue', () => {
  it('that is away delays nothing once it is back, and is named in the log', async () => {
    let isAway = true;
    let refused = 0;
    let run: (attempt: WebhookAttempt) => Promise<void>;
    const queue: WebhookQueue = {
      add: async (attempts) => {
        refused += isAway ? attempts.length : 0;
        if (isAway) throw new Error('lost');
        await Promise.all(attempts.map((attempt) => run(attempt)));
      },
      start: async (own) => {
        run = own;
        return { close: async () => {} };
      },
    };
    const receiver = await startReceiver(200);
    onTestFinished(receiver.close);
    const { delivery, logged } = await sendTo(receiver.url, { queue });
    await expect.poll(() => refused).toBeGreaterThan(1);
    expect((await delivery()).state).not.toBe('delivered');
    isAway = false;
    await expect.poll(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    expect(logged.filter((line) => line.startsWith('Webhooks are waiting'))).toEqual([
      'Webhooks are waiting: their queue does not answer {"error":"Error: lost"}',
    ]);
  });
});

it('a queue that is away is not asked again for each new event', async () => {
  let asked = 0;
  const queue: WebhookQueue = {
    add: async () => {
      asked += 1;
      throw new Error('lost');
    },
    start: async () => ({ close: async () => {} }),
  };
  const { webhooks, logged } = await sendTo('http://127.0.0.1:9/', { queue, pollMs: 60_000 });
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  for (let count = 0; count < 20; count++) {
    await webhooks.publish(bookAdded, book, { subject });
    await new Promise((resolve) => void setImmediate(resolve));
  }
  expect(asked).toBe(1);
});

describe('the schedule', () => {
  it('is that of Standard Webhooks, a little later each time, and never earlier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempts, random) => {
          const delay = delayAfter(attempts, standardSchedule, () => random)!;
          const usual = standardSchedule[attempts - 1]!;
          expect(delay).toBeGreaterThanOrEqual(usual);
          expect(delay).toBeLessThanOrEqual(usual * 1.2 + 1);
        },
      ),
      runs(100),
    );
    expect(delayAfter(10, standardSchedule, () => 0)).toBeNull();
  });

  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['0', 0],
    [' 120 ', 120_000],
    ['9999999999', 86_400_000],
    ['Thu, 26 Nov 2026 12:00:30 GMT', 30_000],
    ['Thu, 26 Nov 2020 12:00:30 GMT', 0],
    ['2026-11-26', null],
  ])('reads Retry-After %j as %j', (field, expected) => {
    expect(readRetryAfter(field, Date.UTC(2026, 10, 26, 12))).toBe(expected);
  });
});
