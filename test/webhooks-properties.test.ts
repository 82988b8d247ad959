import { migrations, sqlWebhookStore } from '@svckit/stores';
import fc from 'fast-check';
import { type Kysely, Migrator } from 'kysely';
import type { WebhookStore } from 'svckit/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bookAdded, versions } from '../fixtures/webhooks/svc.config.js';
import { openSqlite } from '../service/src/database/open-sqlite.js';
import { makeTemporaryFolder } from '../service/src/testing/temporary-database.js';
import { EventShapes } from '../src/webhooks/declare/event-shapes.js';
import { verifyWebhook } from '../src/webhooks/signature/verify-webhook.js';
import { memoryWebhookStore } from '../src/webhooks/store/memory-webhook-store.js';
import { openWebhooks } from '../src/webhooks/testing/open-webhooks.js';
import { startReceiver } from '../src/webhooks/testing/receiver.js';
import { runs } from './property-runs.js';

const subject = 'tenant-1';
const names = ['1', '2', '3'] as const;
const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const book = fc.record({ id: fc.integer(), title: text, authors: fc.array(text, { minLength: 1, maxLength: 3 }) });
const version = fc.constantFrom(...names);
const which = fc.nat(2);

/** What happens to a service that publishes and delivers. */
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('publish' as const), book }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answers' as const),
      statuses: fc.array(fc.constantFrom(500, 429, 301, 404, 204, 0), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upgrade' as const), which, version }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replay' as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(100, 5_000) }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const schedule = Array.from({ length: 60 }, () => 1_000);

/** Runs the commands on a store, and then lets everything arrive; resolves to what the endpoints got. */
async function live(store: WebhookStore, first: readonly string[], commands: readonly Command[]) {
  const answers: number[] = [];
  const receiver = await startReceiver((res) => {
    const status = answers.shift() ?? 204;
    if (status === 0) res.destroy();
    else res.writeHead(status).end();
  });
  const open = () => openWebhooks({ store, schedule, pollMs: 2 });
  let service = await open();
  const secrets: string[] = [];
  const endpoints: string[] = [];
  for (const [index, own] of first.entries()) {
    const url = `${receiver.url}?endpoint=${index}`;
    const signing = index === 1 ? 'ed25519' : 'hmac';
    const made = await service.webhooks.endpoints.create({
      subject,
      url,
      events: ['book.added'],
      version: own,
      signing,
    });
    endpoints.push(made.id);
    secrets.push(made.secret);
  }
  const published = new Map<string, string>();
  const steps: { readonly [K in Command['kind']]: (given: Extract<Command, { kind: K }>) => Promise<unknown> } = {
    publish: async (given) => {
      const { id } = await service.webhooks.publish(bookAdded, given.book, { subject });
      published.set(id, JSON.stringify(given.book));
    },
    answers: async ({ statuses }) => answers.push(...statuses),
    upgrade: (given) => service.webhooks.endpoints.update(endpoints[given.which]!, { subject, version: given.version }),
    rotate: async (given) => {
      const rotated = await service.webhooks.endpoints.rotate(endpoints[given.which]!, { subject });
      secrets.push(rotated!.secret);
    },
    replay: async (given) => {
      const all = await service.webhooks.deliveries.list({ subject });
      const chosen = all[given.which % Math.max(all.length, 1)];
      if (chosen) await service.webhooks.deliveries.replay(chosen.id, { subject });
    },
    restart: async () => {
      await service.close();
      const now = service.clock.now;
      service = await open();
      service.clock.now = now;
    },
    pass: async ({ ms }) => {
      service.clock.now += ms;
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    },
  };
  for (const one of commands) await steps[one.kind](one as never);
  answers.length = 0;
  await expect
    .poll(async () => {
      service.clock.now += 100_000;
      return (await store.listDeliveries({ limit: 1_000 })).filter(({ state }) => state !== 'delivered');
    })
    .toEqual([]);
  await service.close();
  await receiver.close();
  return { received: receiver.received, published, secrets };
}

const shapes = new EventShapes(bookAdded, versions);

/** Takes a body of a version to an older one, as the changes do. */
const down = (from: string, to: string, data: string): unknown => JSON.parse(shapes.bodyFor(to, { shape: from, data }));

async function openSql(): Promise<WebhookStore> {
  const folder = await makeTemporaryFolder();
  const { kysely } = await openSqlite(folder.path, { durability: 'normal', timeoutMs: 5_000 });
  onTestFinished(async () => {
    await kysely.destroy();
    await folder.remove();
  });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: kysely as unknown as Kysely<never>, provider }).migrateToLatest();
  if (error) throw error;
  return sqlWebhookStore(kysely as never);
}

describe.each([
  ['memory', async () => memoryWebhookStore(), 15],
  ['SQLite', openSql, 5],
] as const)('webhooks kept in %s', (_, open, count) => {
  it('have one id and one body in every attempt, and the bodies of any two versions are related by the changes', async () => {
    let [repeats, pairs] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(version, version, version),
        fc.array(command, { minLength: 6, maxLength: 20 }),
        async (first, commands) => {
          const { received, published, secrets } = await live(await open(), first, commands);
          const deliveries = new Map<string, (typeof received)[number]>();
          for (const one of received) {
            const { 'webhook-id': id = '', 'webhook-version': own = '' } = one.headers;
            expect(published.has(id)).toBe(true);
            expect(verifyWebhook({ ...one, secret: secrets, tolerance: 1e9 })).toMatchObject({ id, version: own });
            const key = `${id} ${one.path}`;
            const known = deliveries.get(key);
            if (known) repeats += 1;
            else deliveries.set(key, one);
            // Whatever has happened between two attempts: restarts, upgrades, replays, new secrets.
            expect([one.body, own]).toEqual([known?.body ?? one.body, known?.headers['webhook-version'] ?? own]);
          }
          expect(deliveries.size).toBe(published.size * first.length);
          const all = [...deliveries.values()];
          for (const one of all)
            for (const other of all) {
              if (one.headers['webhook-id'] !== other.headers['webhook-id']) continue;
              const [newer, older] = [one, other].map(({ headers }) => headers['webhook-version']!) as [string, string];
              if (newer < older) continue;
              pairs += newer === older ? 0 : 1;
              expect(down(newer, older, one.body)).toEqual(JSON.parse(other.body));
            }
          for (const { headers, body } of all) {
            const source = published.get(headers['webhook-id']!)!;
            expect(JSON.parse(body)).toEqual(down('3', headers['webhook-version']!, source));
          }
        },
      ),
      runs(count),
    );
    expect([repeats > count, pairs > count]).toEqual([true, true]);
  });
});
