import { performance } from 'node:perf_hooks';
import { OutboundClient, OutboundError } from './outbound-client.js';

export interface SelfTestCheck {
  readonly name: 'flaky' | 'missing' | 'slow';
  readonly ok: boolean;
  readonly expected: string;
  readonly actual: string;
  /** Requests sent. */
  readonly attempts: number;
  /** Whole milliseconds. */
  readonly ms: number;
}

export interface SelfTestReport {
  readonly ok: boolean;
  readonly checks: readonly SelfTestCheck[];
}

type Outcome = Pick<SelfTestCheck, 'actual' | 'attempts'>;

const backoff = { firstMs: 50, longestMs: 1_000 };

/** Tests the outbound client on a running service's three upstreams: it must retry the first, accept the second's 404 and give up on the third. */
export async function selfTest(baseUrl: string): Promise<SelfTestReport> {
  const upstream = (name: string) => new URL(`/api/upstream/${name}`, baseUrl);
  const patient = new OutboundClient({ attempts: 6, timeoutMs: 5_000, backoff });
  const hasty = new OutboundClient({ attempts: 6, timeoutMs: 200, backoff });
  const checks = [
    await check('flaky', '200 after retries', async () => {
      const first = await patient.get(upstream('flaky'));
      await first.response.body?.cancel();
      // Earlier calls may have left the rotation just before its one success.
      const { response, attempts } = first.attempts > 1 ? first : await patient.get(upstream('flaky'));
      await response.body?.cancel();
      return { actual: `${response.status}${attempts > 1 ? ' after retries' : ' at once'}`, attempts };
    }),
    await check('missing', '404 at once', async () => {
      const { response, attempts } = await patient.get(upstream('missing'));
      await response.body?.cancel();
      return { actual: `${response.status}${attempts > 1 ? ' after retries' : ' at once'}`, attempts };
    }),
    await check('slow', 'timeout at once', async () => {
      const { response, attempts } = await hasty.get(upstream('slow'));
      await response.body?.cancel();
      return { actual: String(response.status), attempts };
    }),
  ];
  return Object.freeze({ ok: checks.every(({ ok }) => ok), checks: Object.freeze(checks) });
}

async function check(
  name: SelfTestCheck['name'],
  expected: string,
  run: () => Promise<Outcome>,
): Promise<SelfTestCheck> {
  const begun = performance.now();
  const { actual, attempts } = await run().catch(describeFailure);
  return Object.freeze({
    name,
    ok: actual === expected,
    expected,
    actual,
    attempts,
    ms: Math.round(performance.now() - begun),
  });
}

function describeFailure(error: unknown): Outcome {
  if (!(error instanceof OutboundError)) throw error;
  return { actual: `${error.kind}${error.attempts > 1 ? ' after retries' : ' at once'}`, attempts: error.attempts };
}
