import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bookAdded } from '../../../fixtures/webhooks/svc.config.js';
import { defineVersions } from '../../index.js';
import { webhook } from '../declare/webhook.js';
import { verifyWebhook } from '../signature/verify-webhook.js';
import { book, openWebhooks } from '../testing/open-webhooks.js';
import { startReceiver, type Answer } from '../testing/receiver.js';

const subject = 'tenant-1';
const events = ['book.added'];

async function receiver(...answers: readonly Answer[]) {
  const started = await startReceiver(...answers);
  onTestFinished(started.close);
  return started;
}

describe('publish', () => {
  it('sends each endpoint its version of an event, signed, and accepted by the library of Standard Webhooks', async () => {
    const [one, three] = [await receiver(), await receiver()];
    const { webhooks, clock } = await openWebhooks();
    clock.now = Date.now();
    const first = await webhooks.endpoints.create({ subject, url: one.url, events, version: '1' });
    const third = await webhooks.endpoints.create({ subject, url: three.url, events, signing: 'ed25519' });
    expect([first.version, third.version]).toEqual(['1', '3']);
    const { id, deliveries } = await webhooks.publish(bookAdded, book, { subject });
    expect(deliveries).toBe(2);
    await expect.poll(() => [one.received.length, three.received.length]).toEqual([1, 1]);
    const [older] = one.received;
    expect(JSON.parse(older!.body)).toEqual({ id: 1, title: 'Emma', author: 'Jane Austen and A friend' });
    expect(older!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-event': 'book.added',
      'webhook-version': '1',
    });
    expect(new StandardWebhook(first.secret).verify(older!.body, older!.headers)).toMatchObject({ title: 'Emma' });
    expect(third.secret).toMatch(/^whpk_/);
    expect(verifyWebhook({ ...three.received[0]!, secret: third.secret })).toMatchObject({
      id,
      version: '3',
      payload: book,
    });
  });

  it('reaches the endpoints of its subject that get the event, and no others', async () => {
    const { webhooks } = await openWebhooks({ deliver: false });
    const url = 'http://127.0.0.1:9/hook';
    await webhooks.endpoints.create({ subject: 'other', url, events });
    await webhooks.endpoints.create({ subject, url, events: ['shelf.changed'] });
    const own = await webhooks.endpoints.create({ subject, url, events });
    expect(await webhooks.publish(bookAdded, book, { subject })).toMatchObject({ deliveries: 1 });
    await webhooks.endpoints.update(own.id, { subject, enabled: false });
    expect(await webhooks.publish(bookAdded, book, { subject })).toMatchObject({ deliveries: 0 });
    expect(await webhooks.deliveries.list({ subject: 'other' })).toEqual([]);
  });

  it('retries with the same id and bytes, and a new timestamp and signature, also after an upgrade of the endpoint', async () => {
    const { received, url } = await receiver(500, 500, 204);
    const { webhooks, clock } = await openWebhooks();
    const { id: endpoint, secret } = await webhooks.endpoints.create({ subject, url, events, version: '1' });
    await webhooks.publish(bookAdded, book, { subject });
    for (const attempts of [1, 2]) {
      await expect.poll(() => webhooks.deliveries.list({ subject })).toMatchObject([{ attempts, state: 'pending' }]);
      expect(await webhooks.endpoints.update(endpoint, { subject, version: '3' })).toMatchObject({ version: '3' });
      clock.now += 3_600_000;
    }
    await expect.poll(() => webhooks.deliveries.list({ subject })).toMatchObject([{ attempts: 3, state: 'delivered' }]);
    const distinct = (of: (one: (typeof received)[number]) => unknown) => new Set(received.map(of)).size;
    expect(distinct(({ body }) => body)).toBe(1);
    expect(distinct(({ headers }) => headers['webhook-id'])).toBe(1);
    expect(distinct(({ headers }) => headers['webhook-version'])).toBe(1);
    expect(distinct(({ headers }) => headers['webhook-timestamp'])).toBe(3);
    expect(distinct(({ headers }) => headers['webhook-signature'])).toBe(3);
    for (const one of received) expect(verifyWebhook({ ...one, secret, tolerance: Infinity }).version).toBe('1');
    await webhooks.publish(bookAdded, book, { subject });
    await expect.poll(() => received.at(-1)!.headers['webhook-version']).toBe('3');
  });

  it('refuses a payload that does not fit, a webhook that the service does not list, and a call without a subject', async () => {
    const { webhooks } = await openWebhooks({ deliver: false });
    await expect(webhooks.publish(bookAdded, { id: 1 } as never, { subject })).rejects.toThrow(
      'does not fit version 3',
    );
    const stranger = webhook('book.lost', { payload: bookAdded.payload, description: 'A book was lost.' });
    await expect(webhooks.publish(stranger, book, { subject })).rejects.toThrow('does not list the webhook book.lost');
    await expect(webhooks.publish({} as never, book, { subject })).rejects.toThrow('publish() takes a webhook first');
    await expect(webhooks.publish(bookAdded, book, {} as never)).rejects.toThrow("Write { subject: 'tenant-1' }");
    await expect(webhooks.publish(bookAdded, book, { subject, in: {} })).rejects.toThrow('has no transactions');
  });
});

describe('endpoints', () => {
  const url = 'http://127.0.0.1:9/hook';

  it('are those of their subject', async () => {
    const { webhooks } = await openWebhooks({ deliver: false });
    const { id, secret } = await webhooks.endpoints.create({ subject, url, events });
    expect(secret).toMatch(/^whsec_/);
    const own = await webhooks.endpoints.list({ subject });
    expect(own).toMatchObject([{ id, url, version: '3' }]);
    expect(JSON.stringify(own)).not.toContain(secret);
    const other = { subject: 'tenant-2' };
    expect(await webhooks.endpoints.list(other)).toEqual([]);
    expect(await webhooks.endpoints.find(id, other)).toBeNull();
    expect(await webhooks.endpoints.update(id, { ...other, version: '1' })).toBeNull();
    expect(await webhooks.endpoints.rotate(id, other)).toBeNull();
    expect(await webhooks.endpoints.test(id, other)).toBeNull();
    expect(await webhooks.endpoints.remove(id, other)).toBe(false);
    expect(await webhooks.endpoints.remove(id, { subject })).toBe(true);
    expect(await webhooks.endpoints.find(id, { subject })).toBeNull();
  });

  it.each([
    [{ url: 'nonsense' }, 'url', "is no URL. Write 'https://example.com/webhooks'."],
    [{ url: 'ftp://127.0.0.1/' }, 'url', 'does not begin with https://'],
    [{ url: 'http://me:secret@127.0.0.1/' }, 'url', 'has a user name or password'],
    [{ url: 'http://10.0.0.1/' }, 'url', 'leads to an address that may not be reached'],
    [{ url: 'https://example.com/' + 'x'.repeat(2_000) }, 'url', 'more than 2000 characters'],
    [{ events: [] }, 'events', 'Available: book.added, shelf.changed.'],
    [{ events: ['book.addd'] }, 'events', 'Unknown event "book.addd". Did you mean "book.added"?'],
    [{ version: '9' }, 'version', 'Unknown version "9". Available: 1, 2, 3.'],
    [{ subject: '' }, 'subject', 'Webhooks have a subject'],
  ])('say what is wrong with %j', async (wrong, member, message) => {
    const { webhooks } = await openWebhooks({ deliver: false });
    const creating = webhooks.endpoints.create({ subject, url, events, ...wrong });
    await expect(creating).rejects.toMatchObject({ name: 'InvalidWebhookInput', member });
    await expect(creating).rejects.toThrow(message);
  });

  it('sign with both secrets while one replaces the other', async () => {
    const { received, url } = await receiver();
    const { webhooks, clock } = await openWebhooks();
    const old = await webhooks.endpoints.create({ subject, url, events });
    const rotated = (await webhooks.endpoints.rotate(old.id, { subject, overlapMs: 60_000 }))!;
    expect(rotated.secret).not.toBe(old.secret);
    await webhooks.publish(bookAdded, book, { subject });
    await expect.poll(() => received.length).toBe(1);
    for (const { secret } of [old, rotated])
      expect(verifyWebhook({ ...received[0]!, secret, tolerance: Infinity }).event).toBe('book.added');
    clock.now += 60_001;
    await webhooks.publish(bookAdded, book, { subject });
    await expect.poll(() => received.length).toBe(2);
    const late = { ...received[1]!, tolerance: Infinity };
    expect(verifyWebhook({ ...late, secret: rotated.secret }).event).toBe('book.added');
    expect(() => verifyWebhook({ ...late, secret: old.secret })).toThrow('No signature');
  });

  it('get an example of an event in their version as a test', async () => {
    const { received, url } = await receiver();
    const { webhooks } = await openWebhooks();
    const { id } = await webhooks.endpoints.create({ subject, url, events: ['shelf.changed'], version: '1' });
    const test = await webhooks.endpoints.test(id, { subject });
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]!.headers).toMatchObject({
      'webhook-id': test!.id,
      'webhook-event': 'shelf.changed',
      'webhook-version': '1',
    });
    expect(JSON.parse(received[0]!.body)).toMatchObject({ shelf: { label: expect.any(String) as string } });
    await webhooks.endpoints.update(id, { subject, enabled: false });
    await expect(webhooks.endpoints.test(id, { subject })).rejects.toThrow('is disabled (owner). Enable it first.');
  });
});

describe('deliveries', () => {
  it('are replayed with the same id and body', async () => {
    const { received, url } = await receiver();
    const { webhooks } = await openWebhooks();
    await webhooks.endpoints.create({ subject, url, events, version: '1' });
    await webhooks.publish(bookAdded, book, { subject });
    await expect.poll(() => webhooks.deliveries.list({ subject, state: 'delivered' })).toHaveLength(1);
    const [delivery] = await webhooks.deliveries.list({ subject });
    expect(delivery).toMatchObject({
      name: 'book.added',
      version: '1',
      attempts: 1,
      status: 204,
      reason: null,
      nextAt: null,
    });
    expect(await webhooks.deliveries.replay(delivery!.id, { subject: 'other' })).toBeNull();
    await webhooks.deliveries.replay(delivery!.id, { subject });
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]!.body).toBe(received[0]!.body);
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
  });
});

describe('a version that is gone', () => {
  const later = defineVersions(['2', '3']);
  const only = { versioning: { type: 'header', header: 'X-API-Version', versions: later } } as const;

  async function standOn(version: string) {
    const opened = await openWebhooks({ deliver: false });
    const endpoint = await opened.webhooks.endpoints.create({
      subject,
      url: 'http://127.0.0.1:9/hook',
      events,
      version,
    });
    await opened.webhooks.publish(bookAdded, book, { subject });
    await opened.close();
    return { store: opened.store, id: endpoint.id };
  }

  it('disables its endpoints, with a notice', async () => {
    const { store, id } = await standOn('1');
    const { webhooks, notices } = await openWebhooks({ store }, only);
    await expect
      .poll(() => notices)
      .toMatchObject([
        { kind: 'disabled', endpoint: id, subject, data: { why: 'version-gone', reason: 'Version 1 is gone.' } },
      ]);
    expect(await webhooks.endpoints.find(id, { subject })).toMatchObject({ disabled: 'version-gone' });
    await expect.poll(() => webhooks.deliveries.list({ subject })).toMatchObject([{ state: 'failed' }]);
    await expect(webhooks.endpoints.update(id, { subject, enabled: true })).rejects.toThrow('Unknown version "1"');
  });

  it('moves its endpoints where the service says so, and what no attempt has begun for goes with them', async () => {
    const { store, id } = await standOn('1');
    const { received, url } = await receiver();
    await store.changeEndpoint(id, { url });
    const { webhooks, notices } = await openWebhooks({ store, whenVersionGone: { moveTo: '2' } }, only);
    await expect.poll(() => notices).toMatchObject([{ kind: 'moved', data: { from: '1', to: '2' } }]);
    expect(await webhooks.endpoints.find(id, { subject })).toMatchObject({ version: '2', disabled: null });
    await expect.poll(() => received).toMatchObject([{ headers: { 'webhook-version': '2' } }]);
  });

  it('is kept as it was sent where an attempt has begun', async () => {
    const { received, url } = await receiver(500, 204);
    const first = await openWebhooks();
    const { id } = await first.webhooks.endpoints.create({ subject, url, events, version: '1' });
    await first.webhooks.publish(bookAdded, book, { subject });
    await expect
      .poll(() => first.webhooks.deliveries.list({ subject }))
      .toMatchObject([{ attempts: 1, state: 'pending' }]);
    await first.close();
    const next = await openWebhooks({ store: first.store, whenVersionGone: { moveTo: '2' } }, only);
    next.clock.now += 3_600_000;
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]!.body).toBe(received[0]!.body);
    expect(received[1]!.headers['webhook-version']).toBe('1');
    expect(await next.webhooks.endpoints.find(id, { subject })).toMatchObject({ version: '2' });
  });

  it('cannot be one that endpoints move to', async () => {
    await expect(openWebhooks({ whenVersionGone: { moveTo: '1' } }, only)).rejects.toThrow(
      'whenVersionGone moves to version "1", which does not exist. Available: 2, 3.',
    );
    await expect(openWebhooks({ whenVersionGone: 'drop' as never })).rejects.toThrow(
      'Write \'disable\', or { moveTo: "3" }.',
    );
  });
});

it('owners get a notice of a version that leaves, once, and the log gets it where nobody asks for notices', async () => {
  const sunset = { since: '2026-09-01', sunset: '2026-12-20', link: 'https://example.com/v1' };
  const versions = defineVersions([{ version: '1', deprecated: sunset }, '2', '3']);
  const service = { versioning: { type: 'header', header: 'X-API-Version', versions } } as const;
  const first = await openWebhooks({ deliver: false }, service);
  const url = 'http://127.0.0.1:9/hook';
  const { id } = await first.webhooks.endpoints.create({ subject, url, events, version: '1' });
  await first.webhooks.endpoints.create({ subject, url, events });
  await first.close();
  const { store } = first;
  const second = await openWebhooks({ store }, service);
  await expect.poll(() => second.notices).toHaveLength(1);
  expect(second.notices[0]).toMatchObject({
    kind: 'version-leaves',
    endpoint: id,
    subject,
    data: {
      version: '1',
      sunset: '2026-12-20T00:00:00.000Z',
      daysLeft: 24,
      successor: '3',
      link: 'https://example.com/v1',
    },
  });
  await second.close();
  const third = await openWebhooks({ store, onNotice: undefined as never }, service);
  await third.close();
  expect([third.notices, third.logged]).toEqual([[], []]);
  const fresh = await openWebhooks({ onNotice: undefined as never }, service);
  await fresh.webhooks.endpoints.create({ subject, url, events, version: '1' });
  await fresh.close();
  const last = await openWebhooks({ store: fresh.store, onNotice: undefined as never }, service);
  await expect
    .poll(() => last.logged)
    .toEqual([expect.stringMatching(/An endpoint of a webhook: version-leaves .*"endpoint":"ep_/)]);
});
