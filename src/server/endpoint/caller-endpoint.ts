import type { Match, NeedsCaller, NeedsPin, Refusal } from '../../routing/matching/decision.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { HttpError } from '../../routing/table/http-error.js';
import { isThenable } from './is-thenable.js';
import type { Endpoint, Exchange } from './exchange.js';
import { runSteps } from './run-endpoint.js';
import type { ServedRoute } from './served-route.js';

type Pin = NonNullable<VersioningOptions['pin']>;
type Waiting = NeedsPin<ServedRoute> | NeedsCaller<ServedRoute>;
type Settled = Match<ServedRoute> | Refusal<ServedRoute>;

/** Runs until the caller is known, then continues in the version of the caller's pin, with the previews that the caller may use. */
export function callerEndpoint(waiting: Waiting, pin: Pin | undefined): Endpoint {
  const { endpoint } = waiting.endpoint;
  const toCaller: Endpoint = { ...endpoint, steps: endpoint.steps.slice(0, endpoint.stepsToCaller) };
  const handle = (exchange: Exchange) => settle(waiting, exchange, pin);
  if (waiting.kind === 'needs-pin' || !waiting.isHidden) return { ...toCaller, handle };
  return { ...endpoint, steps: [], handle: (exchange) => settleHidden(waiting, exchange, toCaller, handle) };
}

/** A caller whom the address of a hidden preview would refuse, such as a caller who is not signed in, may not use the preview. */
function settleHidden(
  decision: NeedsCaller<ServedRoute>,
  exchange: Exchange,
  toCaller: Endpoint,
  handle: Endpoint['handle'],
): unknown {
  const refused = (error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    const denied = decision.decided(decision.previews.map(({ name }) => name));
    // What else is at the address asks for the caller too, and gets the same answer.
    const asksToo = denied.kind === 'refusal' && (denied.endpoint?.endpoint.stepsToCaller ?? 0) > 0;
    return continueAt(asksToo ? { ...denied, error } : denied, exchange);
  };
  exchange.endpoint = { ...toCaller, handle: () => undefined };
  try {
    const pending = runSteps(exchange, exchange.endpoint);
    return isThenable(pending) ? pending.then(() => handle(exchange), refused) : handle(exchange);
  } catch (error) {
    return refused(error);
  }
}

function settle(decision: Waiting | Settled, exchange: Exchange, pin: Pin | undefined): unknown {
  switch (decision.kind) {
    case 'needs-pin': {
      const found = exchange.caller === null ? null : pin!(exchange.caller);
      const proceed = (version: unknown) => settle(decision.decided(readPin(version)), exchange, pin);
      return isThenable(found) ? found.then(proceed) : proceed(found);
    }
    case 'needs-caller': {
      const found = decision.previews.map(({ allow }) => allow!(exchange.caller));
      const proceed = (allowed: readonly boolean[]) =>
        settle(decision.decided(deniedOf(decision, allowed)), exchange, pin);
      return found.some(isThenable) ? Promise.all(found).then(proceed) : proceed(found as readonly boolean[]);
    }
    default:
      return continueAt(decision, exchange);
  }
}

/** Only `true` lets a caller in. */
const deniedOf = ({ previews }: NeedsCaller<ServedRoute>, allowed: readonly boolean[]) =>
  previews.filter((_, index) => allowed[index] !== true).map(({ name }) => name);

function continueAt(decision: Settled, exchange: Exchange): unknown {
  if (decision.kind === 'refusal') {
    exchange.endpoint = { ...exchange.endpoint, headers: decision.headers };
    throw decision.error;
  }
  exchange.endpoint = decision.endpoint.endpoint;
  return runSteps(exchange, exchange.endpoint, exchange.endpoint.stepsToCaller);
}

function readPin(found: unknown): string | null {
  if (found === null || found === undefined) return null;
  if (typeof found === 'string' && found !== '') return found;
  throw new TypeError(
    `versioning.pin returned ${JSON.stringify(found)}. Return a version such as '2', or null for the default.`,
  );
}
