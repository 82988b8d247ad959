import type { Match, NeedsPin, Refusal } from '../../routing/matching/decision.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { isThenable } from '../is-thenable.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';
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

async function continueAt(decision: Match<ServedRoute> | Refusal<ServedRoute>, exchange: Exchange): Promise<unknown> {
  if (decision.kind === 'refusal') {
    exchange.endpoint = { ...exchange.endpoint, headers: decision.headers };
    throw decision.error;
  }
  const { endpoint } = decision.endpoint;
  exchange.endpoint = endpoint;
  for (const step of endpoint.steps.slice(endpoint.stepsBeforePin!)) await step(exchange);
  return endpoint.handle(exchange);
}

function readPin(found: unknown): string | null {
  if (found === null || found === undefined) return null;
  if (typeof found === 'string' && found !== '') return found;
  throw new TypeError(
    `versioning.pin returned ${JSON.stringify(found)}. Return a version such as '2', or null for the default.`,
  );
}
