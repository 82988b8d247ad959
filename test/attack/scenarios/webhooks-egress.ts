import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Module, createApp, inject } from 'svckit';
import { memoryWebhookStore, type ResolveHost, Webhooks, WebhooksModule } from 'svckit/webhooks';
import { bookAdded, versions } from '../../../fixtures/webhooks/svc.config.js';
import { hostileUrls } from '../../../src/webhooks/testing/hostile-urls.js';
import { valuesOf } from '../lab/chance.js';
import { Tally } from '../lab/tally.js';
import { until } from '../lab/until.js';
import type { Context, Scenario } from '../scenario.js';

const subject = 'tenant-1';
const outside = '127.0.0.2';
/** Endpoints of one service: a store in memory looks at all of them for each attempt. */
const batch = 200;

export const webhooksEgress: Scenario = {
  name: 'webhooks-egress',
  summary:
    'Gives webhooks hostile addresses, names that resolve to others each time, and redirects: no connection reaches what is not listed.',
  async run(context) {
    const tally = new Tally();
    const count = context.scale === 'long' ? 10_000 : 600;
    // What is inside listens on the same port as what may be reached.
    const allowed = await listen(
      context,
      outside,
      0,
      (index): Readonly<Record<string, string>> => (index % 2 === 0 ? { location: `http://127.0.0.1:${port()}/` } : {}),
    );
    const port = () => allowed.port;
    const traps = [await listen(context, '127.0.0.1', allowed.port), await listen(context, '::1', allowed.port)];
    let resolved = 0;
    const answers = [[outside], ['127.0.0.1'], ['::1', '127.0.0.1'], ['::ffff:127.0.0.1'], ['127.0.0.1', outside]];
    const resolve = async () =>
      answers[(resolved += 1) % answers.length]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

    const urls = valuesOf(
      fc.oneof(
        hostileUrls(`:${port()}`, ''),
        fc.nat().map((one) => `http://rebind${one}.example:${port()}/`),
      ),
      context.seed,
    );
    let refused = 0;
    for (let done = 0; done < count; done += batch) {
      context.progress(done, count);
      refused += await attemptAll(
        Array.from({ length: batch }, () => urls.next().value),
        resolve,
      );
    }
    tally.unanswered(count);
    for (const { host, connections } of traps)
      tally.expect(connections() === 0, `${connections()} connections reached ${host}, which is not listed`);
    tally.expect(allowed.connections() > 0, 'no connection reached what is listed');
    tally.expect(resolved > 0 && refused > 0, 'no name was resolved, or no address was refused');
    return tally.outcome(
      `${count} endpoints: ${refused} URLs refused, ${resolved} names resolved, ${allowed.connections()} connections to what is listed, 0 elsewhere`,
    );
  },
};

/** Sends an event to endpoints at some URLs, until each attempt has ended; resolves to how many URLs were refused for an endpoint. */
async function attemptAll(urls: readonly string[], resolve: ResolveHost): Promise<number> {
  const store = memoryWebhookStore();
  let webhooks!: Webhooks;
  class Probe {
    readonly webhooks = (webhooks = inject(Webhooks));
  }
  @Module({
    imports: [
      WebhooksModule({ store, egress: { allow: [outside] }, resolve, schedule: [], deliver: false, timeoutMs: 10_000 }),
    ],
    providers: [Probe],
  })
  class Root {}
  const app = await createApp(Root, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    webhooks: [bookAdded],
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  let refused = 0;
  try {
    for (const url of urls) {
      const given = { subject, events: [bookAdded.name] };
      const isRefused = await webhooks.endpoints.create({ ...given, url }).then(
        () => false,
        () => true,
      );
      if (!isRefused) continue;
      refused += 1;
      // A URL that passes the first check meets the second one.
      const { id } = await webhooks.endpoints.create({ ...given, url: `http://${outside}/` });
      await store.changeEndpoint(id, { url: new URL(url).href });
    }
    await webhooks.publish(bookAdded, { id: 1, title: 'Emma', authors: ['Jane Austen'] }, { subject });
    await webhooks.deliver();
    await until(async () => {
      await sleep(50);
      return (await store.listDeliveries({ states: ['pending', 'sending'], limit: 1 })).length === 0;
    }, 300);
  } finally {
    await app.close();
  }
  return refused;
}

async function listen(
  context: Context,
  host: string,
  port: number,
  answer: (index: number) => Readonly<Record<string, string>> = () => ({}),
) {
  let [connections, requests] = [0, 0];
  const server: Server = createServer((_, res) => {
    const headers = answer((requests += 1));
    res.writeHead('location' in headers ? 307 : 204, headers).end();
  });
  server.on('connection', () => void (connections += 1));
  server.listen(port, host);
  await once(server, 'listening');
  context.onEnd(() => server.close());
  return { host, port: (server.address() as AddressInfo).port, connections: () => connections };
}
