import type { Match, NeedsPin, Refusal } from '../../routing/matching/decision.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { isThenable } from './is-thenable.js';
import type { Endpoint, Exchange } from './exchange.js';
import type { ServedRoute } from './served-route.js';

type Pin = NonNullable<VersioningOptions['pin']>;

/** Runs until the caller is known, then continues in the version of the caller's pin. */
export function pinnedEndpoint({ endpoint: { endpoint }, decided }: NeedsPin<ServedRoute>, pin: Pin): Endpoint {
  const proceed = (exchange: Exchange, found: unknown) => continueAt(decided(readPin(found)), exchange);
  const handle = (exchange: Exchange) => {
    const found = exchange.caller === null ? null : pin(exchange.caller);
    return isThenable(found) ? found.then((late) => proceed(exchange, late)) : proceed(exchange, found);
  };
  return { ...endpoint, steps: endpoint.steps.slice(0, endpoint.stepsBeforePin!), handle };
}

function continueAt(decision: Match<ServedRoute> | Refusal<ServedRoute>, exchange: Exchange): unknown {
  if (decision.kind === 'refusal') {
    exchange.endpoint = { ...exchange.endpoint, headers: decision.headers };
    throw decision.error;
  }
  exchange.endpoint = decision.endpoint.endpoint;
  return runSteps(exchange, exchange.endpoint.stepsBeforePin!);
}

/** Runs the steps from a position and the handler, without leaving the tick unless something waits. */
function runSteps(exchange: Exchange, first: number): unknown {
  const { steps, handle } = exchange.endpoint;
  for (let index = first; index < steps.length; index++) {
    const pending = steps[index]!(exchange);
    if (pending === undefined) continue;
    return new Promise<void>((proceed, refuse) => void pending.then(proceed, refuse)).then(() =>
      runSteps(exchange, index + 1),
    );
  }
  return handle(exchange);
}

function readPin(found: unknown): string | null {
  if (found === null || found === undefined) return null;
  if (typeof found === 'string' && found !== '') return found;
  throw new TypeError(
    `versioning.pin returned ${JSON.stringify(found)}. Return a version such as '2', or null for the default.`,
  );
}
