import { migrations, sqlWebhookStore } from '@svckit/stores';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Migrator } from 'kysely';
import { change, createApp, defineVersions, inject, Module, renamed } from 'svckit';
import { webhook, Webhooks, WebhooksModule } from 'svckit/webhooks';
import { z } from 'zod';
import { openSqlite } from '../../../service/src/database/open-sqlite.js';
import { Tally } from '../lab/tally.js';
import { until } from '../lab/until.js';
import type { Context, Scenario } from '../scenario.js';

const subject = 'tenant-1';

/** Each version renames the member of one of them. */
const parts = ['A', 'B', 'C', 'D'].map((id) => z.object({ now: z.string() }).meta({ id }));
const [a, b, c, d] = parts as [(typeof parts)[0], ...typeof parts];
const Work = z.object({ id: z.int(), a, b: b!, c: c!, d: d! });
const versions = defineVersions([
  '1',
  ...parts.map((part, index) => ({
    version: String(index + 2),
    changes: [change({ title: `${part.meta()!.id!} has now`, schemas: [renamed(part, { now: 'before' })] })],
  })),
]);
const workAdded = webhook('work.added', { payload: Work, description: 'A work was added.' });
const work = (id: number) => ({ id, a: { now: 'x' }, b: { now: 'x' }, c: { now: 'x' }, d: { now: 'x' } });

/** How receivers behave that have no fault, and those that have one. */
const faults: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse, trap: string) => void>> = {
  never: () => {},
  half: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-'),
  endless: ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('a: b\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  },
  redirect: (_, res, trap) => void res.writeHead(308, { location: trap }).end(),
  gone: (_, res) => void res.writeHead(410).end(),
  busy: (_, res) => void res.writeHead(429, { 'retry-after': '3600' }).end(),
  broken: ({ socket }) => void socket.destroy(),
};
const kinds = Object.keys(faults);

export const webhooksReceivers: Scenario = {
  name: 'webhooks-receivers',
  summary:
    'Sends events to endpoints of five versions, a part of which never answer, redirect, break off or answer without an end: the others wait for none of them.',
  async run(context) {
    const tally = new Tally();
    const count = context.scale === 'long' ? 1_000 : 100;
    const events = 3;
    const receiver = await startReceivers(context);
    const { kysely } = await openSqlite(context.folder, { durability: 'normal', timeoutMs: 10_000 });
    context.onEnd(() => kysely.destroy());
    const { error } = await new Migrator({
      db: kysely as never,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest();
    if (error) throw error;
    const store = sqlWebhookStore(kysely as never);
    let bodies = 0;
    const keepBody = store.keepBody.bind(store);
    store.keepBody = (...given) => {
      bodies += 1;
      return keepBody(...given);
    };
    // Long enough for a receiver without a fault on a busy machine.
    const timeoutMs = context.scale === 'long' ? 20_000 : 5_000;
    const webhooks = await open(context, store, timeoutMs);
    const endpoints: { readonly id: string; readonly kind: string | null }[] = [];
    for (let index = 0; index < count; index += 1) {
      const kind = index % 10 === 9 ? kinds[Math.floor(index / 10) % kinds.length]! : null;
      const url = `${receiver.url}/${kind ?? 'good'}/${index}`;
      const version = String(1 + (index % 5));
      endpoints.push({
        ...(await webhooks.endpoints.create({ subject, url, events: [workAdded.name], version })),
        kind,
      });
    }
    const good = endpoints.filter(({ kind }) => kind === null).length;
    for (let id = 1; id <= events; id += 1) await webhooks.publish(workAdded, work(id), { subject });
    await webhooks.deliver();
    const seconds = await until(() => {
      context.progress(receiver.accepted.size, good * events);
      return receiver.accepted.size === good * events;
    }, 600).catch(() => null);
    tally.unanswered(receiver.requests());
    tally.lost(good * events - receiver.accepted.size, 'events did not arrive at receivers without a fault');
    tally.expect(bodies === 5 * events, `${bodies} bodies were made of ${events} events in five versions`);
    tally.expect(receiver.bodies.size === 5 * events, `${receiver.bodies.size} different bodies were sent`);
    // An attempt that never ended would say nothing of its endpoint.
    const faulty = endpoints.filter(({ kind }) => kind !== null);
    await until(async () => {
      await sleep(500);
      const found = await Promise.all(faulty.map(({ id }) => store.findEndpoint(id)));
      return found.every((one) => one!.failedAt !== null);
    }, 120).catch(() => tally.expect(false, 'an attempt has no end'));
    tally.expect(receiver.trapped() === 0, `${receiver.trapped()} redirects were followed`);
    for (const { id, kind } of faulty) {
      if (kind !== 'gone' && kind !== 'busy') continue;
      const { disabled, pausedUntil } = (await store.findEndpoint(id))!;
      if (kind === 'gone') tally.expect(disabled === 'gone', `an endpoint that is gone is ${disabled}`);
      else tally.expect(pausedUntil > Date.now() + 3_000_000, 'an endpoint that asked for an hour has no pause');
    }
    return tally.outcome(
      `${count} endpoints of five versions, ${count - good} of them with a fault: ${events} events arrived at the others in ${seconds === null ? 'no time' : `${seconds.toFixed(1)} s`}, ${bodies} bodies made`,
    );
  },
};

async function open(context: Context, store: ReturnType<typeof sqlWebhookStore>, timeoutMs: number): Promise<Webhooks> {
  let webhooks!: Webhooks;
  class Probe {
    readonly webhooks = (webhooks = inject(Webhooks));
  }
  @Module({
    imports: [WebhooksModule({ store, egress: { allow: ['127.0.0.1'] }, timeoutMs, pollMs: 50, deliver: false })],
    providers: [Probe],
  })
  class Root {}
  const app = await createApp(Root, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    webhooks: [workAdded],
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  context.onEnd(() => app.close());
  return webhooks;
}

/** All receivers on one port: `/good/7`, `/never/9`. */
async function startReceivers(context: Context) {
  let [requests, trapped] = [0, 0];
  const accepted = new Set<string>();
  const bodies = new Set<string>();
  const trap = createServer((_, res) => void res.end());
  trap.on('connection', () => void (trapped += 1));
  const addressOf = ({ port }: AddressInfo) => `http://127.0.0.1:${port}`;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => void chunks.push(chunk));
    req.on('end', () => {
      requests += 1;
      const kind = req.url!.split('/')[1]!;
      const fault = faults[kind];
      if (fault) return fault(req, res, addressOf(trap.address() as AddressInfo));
      const { 'webhook-id': id, 'webhook-version': version } = req.headers;
      bodies.add(`${String(id)} ${String(version)} ${Buffer.concat(chunks).toString()}`);
      accepted.add(`${String(id)} ${req.url!}`);
      return void res.writeHead(204).end();
    });
  });
  for (const one of [trap, server]) {
    one.listen(0, '127.0.0.1');
    await once(one, 'listening');
    context.onEnd(() => {
      one.close();
      one.closeAllConnections();
    });
  }
  return {
    url: addressOf(server.address() as AddressInfo),
    accepted,
    bodies,
    requests: () => requests,
    trapped: () => trapped,
  };
}
