import { Pace } from '../../src/cli/verify/pace.js';
import type { Verification } from '../../src/cli/verify/plan-verification.js';
import { runCases } from '../../src/cli/verify/run-cases.js';
import type { RunOutcome } from '../../src/cli/verify/run.js';
import type { Sender } from '../../src/cli/verify/send-request.js';
import { openPromise } from '../../src/verify/promised-api.js';
import { createSecrets } from '../../src/verify/redact.js';

/** Sends what was planned to a running server, as `svc verify` does. `asOf` is the date to judge by; null for that of each answer. */
export function sendPlanned(
  { plan, locks, facts, links }: Verification,
  {
    origin,
    headers,
    sender,
    asOf = null,
  }: {
    readonly origin: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly sender: Sender;
    readonly asOf?: Date | null;
  },
): Promise<RunOutcome> {
  const api = openPromise(locks, facts);
  return runCases({
    api,
    cases: plan.cases,
    links,
    headers,
    secrets: createSecrets(api),
    sender,
    pace: new Pace(null),
    asOf,
    connections: 8,
    signal: new AbortController().signal,
    origin,
    onProgress: () => {},
  });
}
