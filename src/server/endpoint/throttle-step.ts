import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../routing/table/http-error.js';
import type { Route, ThrottlePolicy } from '../../routing/table/route.js';
import type { ThrottleStore } from '../../routing/table/stores.js';
import type { Logger, ServiceOptions } from '../../routing/table/service-options.js';
import { clientAddress } from '../request/client-address.js';
import type { Step } from './endpoint.js';
import { isThenable } from '../is-thenable.js';

type Hit = Awaited<ReturnType<ThrottleStore['hit']>>;

interface Budget extends ThrottlePolicy {
  /** Routes with one name share one budget; it stands in headers, so it is ASCII. */
  readonly name: string;
}

/** Refuses beyond a budget with 429, and tells what is left (draft-ietf-httpapi-ratelimit-headers); null where there is no budget. */
export function throttleStep(
  route: Route,
  options: ServiceOptions,
  { store, logger }: { readonly store: ThrottleStore; readonly logger: Logger },
): Step | null {
  const budget = budgetOf(route, options);
  if (!budget) return null;
  const { name, limit, windowSeconds } = budget;
  const policy = `"${name}";q=${limit};w=${windowSeconds}`;
  /** A counter that is away must not take the service with it. */
  const letPass = (error: unknown) =>
    logger.warn('Requests are not counted: the throttle store does not answer', { store: String(error) });
  return ({ req, response }) => {
    const count = (hit: Hit) => {
      const reset = Math.max(1, Math.ceil(hit.resetSeconds));
      response.setHeader('RateLimit-Policy', policy);
      response.setHeader('RateLimit', `"${name}";r=${Math.max(0, limit - hit.count)};t=${reset}`);
      if (hit.count <= limit) return;
      throw new HttpError(
        429,
        `More than ${limit} requests in ${windowSeconds} s. Try again in ${reset} s.`,
        {},
        { headers: { 'Retry-After': String(reset) } },
      );
    };
    const hit = store.hit(`${name}:${subjectOf(req, options.trustProxy)}`, windowSeconds);
    return isThenable<Hit>(hit) ? hit.then(count, letPass) : count(hit);
  };
}

/** Versions that one handler serves share its budget: naming another one gives no more. */
function budgetOf(
  { throttle, handler: { controller, method } }: Route,
  { throttle: shared = {} }: ServiceOptions,
): Budget | null {
  if (throttle === 'skip') return null;
  if (throttle) return { name: encodeURIComponent(`${controller}_${method}`), ...throttle };
  const { limit, windowSeconds } = shared;
  return limit && windowSeconds ? { name: 'default', limit, windowSeconds } : null;
}

/** An API key, hashed so that no store holds it, else the client's address. */
function subjectOf(req: IncomingMessage, trustProxy: number | false | undefined): string {
  const key = req.headers['x-api-key'];
  return key === undefined
    ? clientAddress(req, trustProxy)
    : createHash('sha256').update(String(key)).digest('base64url');
}
