import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { HttpError } from '../../routing/table/http-error.js';
import type { Budget } from '../../routing/matching/route-steps.js';
import type { ThrottleStore } from '../../routing/table/stores.js';
import type { Logger } from '../../routing/table/logger.js';
import { addressBlock } from '../../text/address-block.js';
import { clientAddress, isForwarded } from '../request/client-address.js';
import type { Step } from './exchange.js';
import { isThenable } from './is-thenable.js';

type Hit = Awaited<ReturnType<ThrottleStore['hit']>>;

/**
 * Refuses beyond a budget with 429, and says what is left (draft-ietf-httpapi-ratelimit-headers). Counts by address: it runs before
 * anybody has verified a key or a token, and an unverified one would give a new budget to everybody who makes one up.
 */
export function throttleStep(
  { name, limit, windowSeconds }: Budget,
  trustProxy: number | false | undefined,
  store: ThrottleStore,
  logger: Logger,
): Step {
  const policy = `"${name}";q=${limit};w=${windowSeconds}`;
  /** An unavailable counter must not make the service unavailable. */
  const letPass = (error: unknown) =>
    logger.warn('Requests are not counted: the throttle store is unavailable', { store: String(error) });
  const counterOf = counterNames(name, trustProxy);
  return (exchange) => {
    const count = (hit: Hit) => {
      const reset = Math.max(1, Math.ceil(hit.resetSeconds));
      const left = `"${name}";r=${Math.max(0, limit - hit.count)};t=${reset}`;
      exchange.addHeaders(['RateLimit-Policy', policy, 'RateLimit', left]);
      if (hit.count <= limit) return;
      throw new HttpError(
        429,
        `Too many requests: at most ${limit} in ${windowSeconds} s. Try again in ${reset} s.`,
        {},
        { headers: { 'Retry-After': String(reset) } },
      );
    };
    const hit = store.hit(counterOf(exchange.req), windowSeconds);
    return isThenable<Hit>(hit) ? hit.then(count, letPass) : count(hit);
  };
}

/** The counter that a request counts on. A connection keeps its name, because to make and hash a text costs more than to look one up. */
function counterNames(budget: string, trustProxy: number | false | undefined): (req: IncomingMessage) => string {
  const make = (req: IncomingMessage) => `${budget}:${addressBlock(clientAddress(req, trustProxy))}`;
  const ofConnections = new WeakMap<Socket, string>();
  return (req) => {
    if (isForwarded(req, trustProxy)) return make(req);
    const known = ofConnections.get(req.socket);
    if (known !== undefined) return known;
    const counter = make(req);
    ofConnections.set(req.socket, counter);
    return counter;
  };
}
