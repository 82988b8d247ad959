import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { libraryDocument, librarySeeds } from '../../fixtures/library/document.js';
import { libraryDrifts } from '../../fixtures/library/drifts.js';
import { createLibrary, type Library, type LibraryDrift } from '../../fixtures/library/library.js';
import { planVerification, type Verification } from '../../src/cli/verify/plan-verification.js';
import { createSender } from '../../src/cli/verify/send-request.js';
import { sendPlanned } from './send-planned.js';

const frameworks = ['node', 'express', 'fastify', 'koa', 'hono'];
/** Those with planted drifts. */
const drifting = frameworks.slice(0, 3);
/** VERIFY_REQUESTS=2000 with SVC_TEST_RUNS=3 sends 93,000 requests of three seeds to healthy servers, and plants every drift in each framework. */
const requests = process.env.VERIFY_REQUESTS === undefined ? ('auto' as const) : Number(process.env.VERIFY_REQUESTS);
const rounds = Math.ceil(Number(process.env.SVC_TEST_RUNS ?? 1));

interface Started {
  readonly url: string;
  readonly close: () => unknown;
}

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

async function start(framework: string, drift?: LibraryDrift): Promise<string> {
  const file = new URL(`../../fixtures/library/servers/${framework}.mjs`, import.meta.url).href;
  const { start: begin } = (await import(/* @vite-ignore */ file)) as { start: (library: Library) => Promise<Started> };
  const { url, close } = await begin(createLibrary(drift));
  ends.push(close);
  return url;
}

const plan = (count: number | 'auto', seed = 1) =>
  planVerification(
    [{ version: null, document: libraryDocument as never }],
    { base: '', isService: false, applications: {} },
    { url: '', seed, requests: count, writes: true, choice: {} },
    { seeds: { values: librarySeeds }, accepts: async () => null },
  );

async function verify(url: string, verification: Verification) {
  const sender = createSender(new URL(url), { connections: 8, timeoutMs: 10_000 });
  ends.push(sender.close);
  return sendPlanned(verification, { origin: url, headers: { Authorization: 'Bearer ada' }, sender });
}

describe.each(frameworks)('a healthy server on %s', (framework) => {
  it.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    'has no findings with seed %d, and every operation is reached',
    async (seed) => {
      const { sightings, coverage, requests: sent } = await verify(await start(framework), await plan(requests, seed));
      process.stdout.write(`${framework}: ${sent} requests\n`);
      const lines = sightings.map(
        ({ rule, level, request: { method, target, body = '' }, message }) =>
          `${level} ${rule} ${method} ${target.slice(0, 150)} ${body.slice(0, 150)}: ${message}`,
      );
      // That a framework refuses HEAD is true.
      const alarms = [...new Set(lines)].filter((line) => !line.startsWith('warning head-refused'));
      expect(alarms.slice(0, 12)).toEqual([]);
      expect(coverage.list(() => true).filter(({ why }) => why !== null)).toEqual([]);
    },
    800_000,
  );
});

describe('a library that drifts from its document', () => {
  let planned: Verification;
  beforeAll(async () => {
    planned = await plan('auto');
  });

  it('has more than fifty ways to do so', () => {
    expect(libraryDrifts.length).toBeGreaterThan(50);
    expect(new Set(libraryDrifts.map(({ what }) => what)).size).toBe(libraryDrifts.length);
  });

  const planted = libraryDrifts.flatMap((drift, index) =>
    (rounds > 1 ? drifting : [drifting[index % drifting.length]!]).map((framework) => ({ framework, ...drift })),
  );
  it.each(planted)('is found at the defaults on $framework: $what ($rule)', async ({ framework, rule, drift }) => {
    const { sightings } = await verify(await start(framework, drift), planned);
    expect([...new Set(sightings.map((one) => one.rule))]).toContain(rule);
  });
});
