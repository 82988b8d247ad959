import { resolve } from 'node:path';
import { createApp } from 'svckit';
import { afterEach, expect, it } from 'vitest';
import { createOrders } from '../../fixtures/documents/orders-server.js';
import { openApi } from '../../src/cli/sources/open-api.js';
import { askForVerification } from '../../src/cli/questions/ask-for-verification.js';
import { createSender, type Sender } from '../../src/cli/verify/send-request.js';
import { repository } from '../read-imports.js';
import { sendPlanned } from './send-planned.js';
import { startBundled } from './start-bundled.js';

/** Every service of this repository, and documents with a server by hand. VERIFY_REQUESTS=160 sends 50,000 requests to them. */
const entries = [
  'svc.config.ts',
  ...[
    'header',
    'media-type',
    'query',
    'uri',
    'unversioned',
    'story',
    'airline',
    'changes',
    'commands',
    'verify',
    'orders',
    'body-changes',
  ].map((name) => `fixtures/${name}/svc.config.ts`),
  ...['one', 'two', 'three'].map((name) => `fixtures/tutorial/${name}/svc.config.ts`),
  'fixtures/documents/svc.config.yaml',
];
const requests = process.env.VERIFY_REQUESTS === undefined ? ('auto' as const) : Number(process.env.VERIFY_REQUESTS);
const quiet = { info() {}, warn() {}, error() {} };
const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));
let sent = 0;

/** The documents say nothing about refusals. */
const isUndeclaredRefusal = /^status 40[01] is not declared\./;

/** A running service, and a sender of requests to it. */
interface Running {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sender: Sender;
}

function sendTo(url: string): Sender {
  const sender = createSender(new URL(url), { connections: 8, timeoutMs: 30_000 });
  ends.push(sender.close);
  return sender;
}

/** Some requests sign the caller out, or change the password. */
async function startSignedIn(): Promise<Running> {
  const { url, headers, keepSignedIn, close } = await startBundled('SQLite');
  ends.push(close);
  const { send, close: end } = sendTo(url);
  let renewal: Promise<void> | null = null;
  const renewing: Sender['send'] = async (request) => {
    const answer = await send(request);
    if (answer.status !== 401 || request.headers['authorization'] === undefined) return answer;
    await (renewal ??= keepSignedIn().finally(() => (renewal = null)));
    return send({ ...request, headers: { ...request.headers, ...headers } });
  };
  return { url, headers, sender: { send: renewing, close: end } };
}

async function start(entry: string, api: Awaited<ReturnType<typeof openApi>>): Promise<Running> {
  if (entry === 'svc.config.ts') return startSignedIn();
  if (!api.service) {
    const { url, close } = await createOrders();
    ends.push(close);
    return { url, headers: { authorization: 'Bearer ada' }, sender: sendTo(url) };
  }
  const { root, ...options } = api.service.definition;
  const app = await createApp(root, { ...options, documents: options.documents ?? {}, logger: quiet });
  ends.push(() => app.close());
  const url = await app.listen(0);
  const token = entry === 'fixtures/verify/svc.config.ts' ? 'ada' : 'admin';
  return { url, headers: { authorization: `Bearer ${token}` }, sender: sendTo(url) };
}

it.each(entries)(
  'has nothing against %s, which keeps its promise',
  async (entry) => {
    const api = await openApi({ entry: resolve(repository, entry) }, { cwd: repository });
    const { url, headers, sender } = await start(entry, api);
    const details = { url, locks: null, base: '', seed: 1, requests, writes: true, choice: {} };
    const verification = await askForVerification(api, details);
    const outcome = await sendPlanned(verification, { origin: url, headers, sender });
    sent += outcome.requests;
    process.stdout.write(`${entry}: ${outcome.requests} requests, ${sent} in all\n`);
    const alarms = outcome.sightings.filter(
      ({ level, message }) => level === 'error' && !(api.service === null && isUndeclaredRefusal.test(message)),
    );
    const lines = alarms.map(
      ({ rule, message, request: { method, target } }) => `${rule} ${method} ${target.slice(0, 200)}: ${message}`,
    );
    expect([...new Set(lines)].slice(0, 12)).toEqual([]);
  },
  1_200_000,
);
