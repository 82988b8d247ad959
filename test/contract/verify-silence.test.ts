import { createApp } from 'svckit';
import { afterEach, expect, it } from 'vitest';
import airline from '../../fixtures/airline/svc.config.js';
import changes from '../../fixtures/changes/svc.config.js';
import shop from '../../fixtures/verify/svc.config.js';
import { openLoaded } from '../../src/cli/open-service.js';
import { askForVerification } from '../../src/cli/questions/ask-for-verification.js';
import { Pace } from '../../src/cli/verify/pace.js';
import { runCases } from '../../src/cli/verify/run-cases.js';
import { createSender } from '../../src/cli/verify/send-request.js';
import { openPromise } from '../../src/contract/verify/promised-api.js';
import type { ServiceDefinition } from '../../src/routing/table/service-options.js';
import { apps } from '../documents/apps.js';
import { startBundled } from './start-bundled.js';

const services: Readonly<Record<string, ServiceDefinition>> = { ...apps, airline, changes, shop };
const requests = Number(process.env.VERIFY_REQUESTS ?? 6);
const quiet = { info() {}, warn() {}, error() {} };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));
let sent = 0;

async function start(name: string): Promise<{ url: string; headers: Record<string, string> }> {
  if (name === 'bundled') {
    const bundled = await startBundled('SQLite');
    ends.push(() => bundled.close());
    return { url: bundled.url, headers: bundled.headers };
  }
  const { root, ...options } = services[name]!;
  const app = await createApp(root, { ...options, documents: options.documents ?? {}, logger: quiet });
  ends.push(() => app.close());
  return { url: await app.listen(0), headers: { authorization: name === 'shop' ? 'Bearer ada' : 'Bearer admin' } };
}

it.each(Object.keys(services))(
  'has nothing against %s, which keeps its promise',
  async (name) => {
    const { url, headers } = await start(name);
    const loaded = { definition: services[name]!, sourceOf: () => null, file: name, problems: [], inputs: [] };
    const service = await openLoaded(loaded as never);
    const api = { service, locks: service.locks } as never;
    const { plan, locks, facts, links } = await askForVerification(api, {
      url,
      locks: null,
      base: '',
      seed: 1,
      requests,
      writes: name !== 'bundled',
      choice: {},
    });
    const sender = createSender(new URL(url), { connections: 8, timeoutMs: 30_000 });
    const outcome = await runCases({
      api: openPromise(locks, facts),
      cases: plan.cases,
      links,
      headers,
      isCredential: (one) => one.toLowerCase() === 'authorization',
      sender,
      pace: new Pace(null),
      asOf: null,
      connections: 8,
      signal: new AbortController().signal,
      origin: url,
      onProgress: () => {},
    });
    sender.close();
    sent += outcome.requests;
    process.stdout.write(`${name}: ${outcome.requests} requests, ${sent} in all\n`);
    const alarms = outcome.sightings.filter(({ level }) => level === 'error');
    expect(
      [
        ...new Set(
          alarms.map(
            ({ rule, message, request }) => `${rule} ${request.method} ${request.target.slice(0, 200)}: ${message}`,
          ),
        ),
      ].slice(0, 12),
    ).toEqual([]);
  },
  600_000,
);
