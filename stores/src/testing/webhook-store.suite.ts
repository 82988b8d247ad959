import { beforeEach, describe, expect, it } from 'vitest';
import type {
  DeliveryOutcome,
  StoredEndpoint,
  StoredEvent,
  StoredNotice,
  TakeOrder,
  WebhookStore,
} from 'svckit/webhooks';

const t0 = Date.UTC(2026, 10, 26);
let count = 0;

const endpoint = (changes: Partial<StoredEndpoint> = {}): StoredEndpoint => ({
  id: `ep_${String((count += 1)).padStart(6, '0')}`,
  subject: 'ada',
  url: 'https://example.com/hook',
  description: 'Ünï — "日本"',
  events: ['book.added'],
  version: '1',
  secrets: [{ secret: 'whsec_QQ==', until: null }],
  disabled: null,
  pausedUntil: 0,
  succeededAt: null,
  failedAt: null,
  createdAt: t0,
  ...changes,
});

const event = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  id: `msg_${String((count += 1)).padStart(6, '0')}`,
  name: 'book.added',
  subject: 'ada',
  shape: '2',
  data: '{"title":"Émile"}',
  createdAt: t0,
  ...changes,
});

const notice = (owner: string, id: string): StoredNotice => ({
  id,
  endpoint: owner,
  subject: 'ada',
  kind: 'disabled',
  data: '{}',
  createdAt: t0,
});

const order = (changes: Partial<TakeOrder> = {}): TakeOrder => ({
  lease: `lease-${(count += 1)}`,
  now: t0,
  leaseMs: 1_000,
  limit: 10,
  perEndpoint: 5,
  ...changes,
});

const outcome = (changes: Partial<DeliveryOutcome> = {}): DeliveryOutcome => ({
  version: '1',
  state: 'delivered',
  attempts: 1,
  attemptedAt: t0,
  dueAt: null,
  status: 204,
  reason: null,
  ...changes,
});

/** What every webhook store does; `open` makes an empty one. */
export function describeWebhookStore(name: string, open: () => WebhookStore | Promise<WebhookStore>): void {
  describe(`webhooks in ${name}`, () => {
    let store: WebhookStore;
    beforeEach(async () => {
      store = await open();
    });
    const add = async (changes: Partial<StoredEndpoint> = {}) => {
      const one = endpoint(changes);
      await store.addEndpoint(one);
      return one;
    };

    it('keep endpoints as they are, list them by subject and version, and count them', async () => {
      const [one, two] = [await add({ succeededAt: t0, pausedUntil: t0 + 1 }), await add({ version: '2' })];
      await add({ subject: 'ben', disabled: 'owner' });
      expect(await store.findEndpoint(one.id)).toEqual(one);
      expect(await store.findEndpoint('ep_0')).toBeNull();
      expect(await store.listEndpoints({ subject: 'ada', limit: 9 })).toEqual([one, two]);
      expect(await store.listEndpoints({ subject: 'ada', after: one.id, limit: 9 })).toEqual([two]);
      expect(await store.listEndpoints({ version: '1', enabled: true, limit: 9 })).toEqual([one]);
      expect(await store.listEndpoints({ enabled: false, limit: 9 })).toMatchObject([{ subject: 'ben' }]);
      expect((await store.countEndpoints()).toSorted((a, b) => (a.version < b.version ? -1 : 1))).toEqual([
        { version: '1', enabled: 1, disabled: 1 },
        { version: '2', enabled: 1, disabled: 0 },
      ]);
      await store.changeEndpoint(one.id, { url: 'https://example.com/', secrets: [], disabled: 'gone' });
      expect(await store.findEndpoint(one.id)).toEqual({
        ...one,
        url: 'https://example.com/',
        secrets: [],
        disabled: 'gone',
      });
      await store.changeEndpoint(one.id, { disabled: null });
      expect(await store.findEndpoint(one.id)).toMatchObject({ disabled: null });
    });

    it('keep an event once, with a delivery for each endpoint of its subject that gets it', async () => {
      const [one, two] = [await add(), await add({ version: '2' })];
      await add({ subject: 'ben' });
      await add({ events: ['book.removed'] });
      await add({ disabled: 'owner' });
      const given = event();
      expect(await store.publish(given, {})).toBe(2);
      expect(await store.publish(event({ subject: 'nobody' }), {})).toBe(0);
      const taken = await store.take(order());
      expect(
        taken.map(({ endpoint: { id }, delivery: { version, state } }) => [id, version, state]).toSorted(),
      ).toEqual([
        [one.id, '1', 'sending'],
        [two.id, '2', 'sending'],
      ]);
      expect(taken.map((one) => one.event)).toEqual([given, given]);
      expect(await store.publish(event({ name: 'book.removed' }), { endpoint: two.id })).toBe(1);
    });

    it('give a delivery to one of many that take at once, until its lease ends', async () => {
      await add();
      await store.publish(event(), {});
      const all = await Promise.all(Array.from({ length: 8 }, () => store.take(order())));
      expect(all.flat()).toHaveLength(1);
      const [first] = all.flat();
      expect(await store.take(order({ now: t0 + 999 }))).toEqual([]);
      const [second] = await store.take(order({ now: t0 + 1_000 }));
      expect(second!.delivery.id).toBe(first!.delivery.id);
      expect(await store.finish(first!, outcome())).toBe(false);
      expect(await store.hold(first!.delivery.id, first!.lease, t0 + 9_000)).toBeNull();
      expect(await store.hold(second!.delivery.id, second!.lease, t0 + 9_000)).toMatchObject({
        delivery: { dueAt: t0 + 9_000 },
      });
      expect(await store.take(order({ now: t0 + 8_999 }))).toEqual([]);
      expect(await store.finish(second!, outcome({ status: 200 }))).toBe(true);
      expect(await store.finish(second!, outcome({ status: 500 }))).toBe(false);
      expect(await store.findDelivery(second!.delivery.id)).toMatchObject({
        state: 'delivered',
        status: 200,
        dueAt: null,
      });
    });

    it('give endpoints their turns, some of each at a time, and one at a time of one that fails', async () => {
      const [busy, quiet, failing] = [await add(), await add(), await add({ failedAt: t0 })];
      const backlog = async (id: string, length: number) => {
        for (let index = 0; index < length; index += 1)
          await store.publish(event({ createdAt: t0 - 1 }), { endpoint: id });
      };
      await backlog(busy.id, 9);
      await backlog(failing.id, 3);
      await backlog(quiet.id, 2);
      const take = async (limit: number) =>
        (await store.take(order({ limit, perEndpoint: 3 }))).map(({ endpoint: { id } }) => id).toSorted();
      expect(await take(3)).toEqual([busy.id, quiet.id, failing.id].toSorted());
      expect(await take(9)).toEqual([busy.id, busy.id, quiet.id]);
      expect(await take(9)).toEqual([]);
    });

    it('keep a failed attempt for later, and what it says of its endpoint', async () => {
      const { id } = await add();
      await store.publish(event(), {});
      await store.publish(event(), {});
      const [first] = await store.take(order({ limit: 1 }));
      const failed = outcome({ state: 'pending', dueAt: t0 + 5_000, status: 429, reason: 'Answered 429.' });
      await store.finish(first!, { ...failed, endpoint: { failedAt: t0, pausedUntil: t0 + 5_000 } });
      expect(await store.findEndpoint(id)).toMatchObject({ failedAt: t0, pausedUntil: t0 + 5_000 });
      await store.publish(event(), {});
      expect(await store.take(order({ now: t0 + 4_999 }))).toEqual([]);
      expect(await store.take(order({ now: t0 + 5_000 }))).toHaveLength(1);
      expect(await store.listDeliveries({ endpoint: id, states: ['pending'], limit: 9 })).toHaveLength(2);
      expect(await store.listDeliveries({ failing: true, limit: 9 })).toMatchObject([{ reason: 'Answered 429.' }]);
    });

    it('end what waits for an endpoint that is disabled, with one notice', async () => {
      const { id } = await add();
      for (let index = 0; index < 4; index += 1) await store.publish(event(), {});
      const [one, two] = await store.take(order({ limit: 2 }));
      const gone = {
        ...outcome({ state: 'failed', status: 410, reason: 'Answered 410.' }),
        endpoint: { disabled: 'gone' as const },
      };
      await store.finish(one!, { ...gone, notice: notice(id, 'one') });
      await store.finish(two!, { ...gone, notice: notice(id, 'two') });
      expect(await store.findEndpoint(id)).toMatchObject({ disabled: 'gone' });
      const failed = await store.listDeliveries({ subject: 'ada', states: ['failed'], limit: 9 });
      expect(failed.map(({ reason }) => reason).toSorted()).toEqual([
        'Answered 410.',
        'Answered 410.',
        'The endpoint is disabled: gone.',
        'The endpoint is disabled: gone.',
      ]);
      expect(await store.take(order({ now: t0 + 99_999 }))).toEqual([]);
      expect(await store.takeNotices({ now: t0, holdMs: 10, limit: 9 })).toEqual([notice(id, 'one')]);
    });

    it('give a notice until it has arrived, to one at a time', async () => {
      const { id } = await add();
      await store.addNotice(notice(id, 'once'));
      await store.addNotice(notice(id, 'once'));
      const take = (now: number) => store.takeNotices({ now, holdMs: 10, limit: 9 });
      expect((await Promise.all([take(t0), take(t0), take(t0)])).flat()).toHaveLength(1);
      expect(await take(t0 + 9)).toEqual([]);
      expect(await take(t0 + 10)).toEqual([notice(id, 'once')]);
      await store.closeNotice('once');
      expect(await take(t0 + 99)).toEqual([]);
      await store.addNotice(notice(id, 'once'));
      expect(await take(t0 + 99)).toEqual([]);
    });

    it('keep the first body of a version of an event', async () => {
      await add();
      const given = event();
      await store.publish(given, {});
      expect(await store.findBody(given.id, '1')).toBeNull();
      const bodies = await Promise.all(['a', 'b', 'c'].map((body) => store.keepBody(given.id, '1', body)));
      expect(new Set(bodies).size).toBe(1);
      expect(await store.keepBody(given.id, '2', 'Ünï')).toBe('Ünï');
      expect(await store.findBody(given.id, '1')).toBe(bodies[0]);
      expect(await store.findBody(given.id, '2')).toBe('Ünï');
    });

    it('list deliveries by page, the newest first, and replay what is over', async () => {
      const { id } = await add();
      await add({ subject: 'ben' });
      for (let index = 0; index < 5; index += 1) await store.publish(event({ createdAt: t0 + index }), {});
      await store.publish(event({ subject: 'ben' }), {});
      const all = await store.listDeliveries({ subject: 'ada', limit: 9 });
      expect(all.map(({ createdAt }) => createdAt)).toEqual([4, 3, 2, 1, 0].map((index) => t0 + index));
      expect(await store.listDeliveries({ endpoint: id, before: all[1]!.id, limit: 2 })).toEqual(all.slice(2, 4));
      expect(await store.replay(all[0]!.id, t0)).toBe(false);
      const [taken] = await store.take(order({ limit: 1 }));
      await store.finish(taken!, outcome({ attempts: 3 }));
      expect(await store.replay(taken!.delivery.id, t0 + 7)).toBe(true);
      expect(await store.findDelivery(taken!.delivery.id)).toMatchObject({
        state: 'pending',
        attempts: 0,
        dueAt: t0 + 7,
      });
      expect(await store.replay('dlv_0', t0)).toBe(false);
    });

    it('forget an endpoint with its deliveries, and what is over for long enough', async () => {
      const [one, two] = [await add(), await add()];
      const given = event();
      await store.publish(given, {});
      await store.keepBody(given.id, '1', 'body');
      await store.removeEndpoint(one.id);
      expect(await store.findEndpoint(one.id)).toBeNull();
      const [left, ...others] = await store.take(order());
      expect([left!.endpoint.id, others]).toEqual([two.id, []]);
      await store.clear(t0 + 99);
      expect(await store.findBody(given.id, '1')).toBe('body');
      await store.finish(left!, outcome());
      await store.clear(t0);
      expect(await store.findDelivery(left!.delivery.id)).not.toBeNull();
      await store.clear(t0 + 1);
      expect(await store.findDelivery(left!.delivery.id)).toBeNull();
      expect(await store.findBody(given.id, '1')).toBeNull();
    });
  });
}
