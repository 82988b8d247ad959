import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createShop, type Drift } from '../../fixtures/verify/drift-server.js';
import { plantedDrifts } from '../../fixtures/verify/drifts.js';
import { openApi } from '../../src/cli/sources/open-api.js';
import { askForVerification } from '../../src/cli/questions/ask-for-verification.js';
import { createSender } from '../../src/cli/verify/send-request.js';
import { verifyRules } from '../../src/verify/rules/rules.js';
import { repository } from '../read-imports.js';
import { sendPlanned } from './send-planned.js';

const asOf = new Date('2026-11-21T12:00:00Z');
let verification: Awaited<ReturnType<typeof askForVerification>>;
let shop: ReturnType<typeof createShop> | null = null;

beforeAll(async () => {
  const shopApi = await openApi({ entry: resolve(repository, 'fixtures/verify/svc.config.ts') }, { cwd: repository });
  const details = { url: '', locks: null, base: '', seed: 1, requests: 'auto' as const, writes: true, choice: {} };
  verification = await askForVerification(shopApi, details);
});
afterEach(() => void shop?.close());

/** What a run against the shop with a drift finds, and how many requests it took. */
async function verify(drift: Drift | null) {
  shop = createShop(drift, asOf);
  await new Promise<void>((ready) => void shop!.listen(0, '127.0.0.1', ready));
  const origin = new URL(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  const sender = createSender(origin, { connections: 8, timeoutMs: 10_000 });
  const headers = { Authorization: 'Bearer ada' };
  const { sightings, requests, coverage } = await sendPlanned(verification, {
    origin: origin.origin,
    headers,
    sender,
    asOf,
  });
  sender.close();
  return { rules: [...new Set(sightings.map(({ rule }) => rule))], sightings, requests, coverage };
}

describe('a server that drifts from its promise', () => {
  it('has no findings while it keeps it, and every operation is reached', async () => {
    const { sightings, coverage } = await verify(null);
    expect(
      sightings.map(({ rule, message, request }) => `${rule} ${request.method} ${request.target}: ${message}`),
    ).toEqual([]);
    expect(
      coverage
        .list(() => true)
        .flatMap(({ operation, version, why }) => (why === null ? [] : [`${operation} ${version}: ${why}`])),
    ).toEqual(['GET /orders 1: it answered 503 to every request', 'GET /stock 1: it is past its sunset']);
  });

  it('has sixty ways to drift, at least six of each kind', () => {
    const kinds = [...new Set(plantedDrifts.map(({ kind }) => kind))];
    const counts = kinds.map((kind) => plantedDrifts.filter((one) => one.kind === kind).length);
    expect(plantedDrifts.length).toBeGreaterThanOrEqual(60);
    expect({ kinds: kinds.length, least: Math.min(...counts) }).toEqual({
      kinds: 6,
      least: expect.toSatisfy((least: number) => least >= 6),
    });
  });

  it('has a drift for every rule about an answer', () => {
    const planted = plantedDrifts.map(({ rule }) => rule);
    expect(verifyRules.map(({ id }) => id).filter((id) => !planted.includes(id))).toEqual([]);
  });

  it.each(plantedDrifts)('is found: $kind, $what ($rule)', async ({ rule, drift }) => {
    const { rules } = await verify(drift);
    expect(rules).toContain(rule);
  });
});
