import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  jitteredDelay,
  OutboundClient,
  type OutboundClientOptions,
  OutboundError,
  retryAfterMs,
} from './outbound-client.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function clientThatNotesWaits(change: Partial<OutboundClientOptions> = {}) {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const client = new OutboundClient({
    attempts: 4,
    timeoutMs: 2_000,
    backoff: { firstMs: 100, longestMs: 5_000 },
    random: () => 0.5,
    sleep,
    ...change,
  });
  return { client, waits };
}

const answering =
  (...statuses: number[]): RequestListener =>
  (_req, res) => {
    res.statusCode = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
    res.end();
  };

test('503 is tried again with growing waits until it recovers', async () => {
  const { client, waits } = clientThatNotesWaits();
  const { response, attempts } = await client.get(await serve(answering(503, 503, 200)));
  expect([response.status, attempts, waits]).toEqual([200, 3, [50, 100]]);
});

test('after the last attempt the failure is the answer', async () => {
  const { client, waits } = clientThatNotesWaits();
  const { response, attempts } = await client.get(await serve(answering(503)));
  expect([response.status, attempts, waits]).toEqual([503, 4, [50, 100, 200]]);
});

test.each([200, 301, 400, 404, 500])('%i is the answer at once', async (status) => {
  const { client, waits } = clientThatNotesWaits();
  const { response, attempts } = await client.get(await serve(answering(status)));
  expect([response.status, attempts, waits]).toEqual([status, 1, []]);
});

test('Retry-After is waited for, unless it is longer than the longest wait', async () => {
  const { client, waits } = clientThatNotesWaits();
  const fields = ['2', '3600'];
  const url = await serve((_req, res) => void res.writeHead(503, { 'retry-after': fields.shift()! }).end());
  const { response, attempts } = await client.get(url);
  expect([response.status, attempts, waits]).toEqual([503, 2, [2_000]]);
});

test('a request that takes too long is given up and not repeated', async () => {
  let requests = 0;
  const { client } = clientThatNotesWaits({ timeoutMs: 100 });
  const url = await serve(() => void (requests += 1));
  await expect(client.get(url)).rejects.toMatchObject({ name: 'OutboundError', kind: 'timeout', attempts: 1 });
  expect(requests).toBe(1);
});

test('an unreachable server is tried as often as allowed', async () => {
  const { client, waits } = clientThatNotesWaits();
  const error = await client.get('http://127.0.0.1:1/').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OutboundError);
  expect(error).toMatchObject({ kind: 'unreachable', attempts: 4 });
  expect(waits).toHaveLength(3);
});

test('the bound of the wait doubles up to the longest', () => {
  const bounds = [1, 2, 3, 4, 5, 60].map((failures) =>
    jitteredDelay(failures, { firstMs: 100, longestMs: 1_000 }, () => 1),
  );
  expect(bounds).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('a wait is anywhere between nothing and its bound', () => {
  expect(jitteredDelay(3, { firstMs: 100, longestMs: 1_000 }, () => 0)).toBe(0);
  expect(jitteredDelay(3, { firstMs: 100, longestMs: 1_000 }, () => 0.25)).toBe(100);
});

test.each([
  [null, 0],
  ['0', 0],
  ['2', 2_000],
  ['-1', 0],
  ['1.5', 0],
  ['soon', 0],
  ['', 0],
  ['2026', 2_026_000],
  ['Sun, 01 Nov 2026 00:00:05 GMT', 5_000],
  ['Sat, 31 Oct 2026 23:59:00 GMT', 0],
  ['Xxx, 99 Nov GMT', 0],
])('Retry-After %j asks for %i ms', (field, expected) => {
  expect(retryAfterMs(field, Date.parse('2026-11-01T00:00:00Z'))).toBe(expected);
});
