import { ChangeError } from '../../changes/change-error.js';
import type { LookUp, Passage } from '../../routing/changes/passage.js';
import { HttpError } from '../../routing/table/http-error.js';
import { findMisfits } from '../../schema/find-misfits.js';
import { fitsOf } from '../../schema/fits.js';
import type { Endpoint } from './exchange.js';
import { callOf, keepCalls } from './request-calls.js';

type Handle = Endpoint['handle'];

/** Looks up what changes ask for, and then takes the request up; the client's leaving and the time-out stop it. */
export function lookingUp(handle: Handle, passage: Passage, timeoutMs: number): Handle {
  const { lookUps } = passage;
  if (lookUps.length === 0) return handle;
  return async (exchange) => {
    const { response } = exchange;
    const stop = new AbortController();
    const leave = () => stop.abort(new Error('The client has left.'));
    const call = { ...callOf(exchange), signal: stop.signal };
    let timer: NodeJS.Timeout | undefined;
    const stopped = new Promise<never>((_, reject) => {
      timer = setTimeout(() => stop.abort(tooLate(timeoutMs)), timeoutMs);
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
    });
    stopped.catch(() => {});
    response.once('close', leave);
    try {
      const all = Promise.all(lookUps.map(async (one) => [one.version, await lookUp(one, call)] as const));
      all.catch(() => {});
      const contexts = new Map(await Promise.race([all, stopped]));
      keepCalls(exchange, lookUps, contexts);
    } catch (error) {
      if (response.closed || response.destroyed) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      response.off('close', leave);
    }
    return handle(exchange);
  };
}

/** Whatever the look-up throws, or resolves to against its schema, is our own failure. */
async function lookUp(
  { context, schema, change, version }: LookUp,
  call: Parameters<LookUp['context']>[0],
): Promise<unknown> {
  try {
    const found = await context(call);
    requireFit(schema, found);
    return found;
  } catch (error) {
    throw new ChangeError(change, version, 'up', error);
  }
}

/** The laws have drawn from the schema only. */
function requireFit(schema: LookUp['schema'], found: unknown): void {
  const wrong = fitsOf(schema)(found) ? [] : findMisfits(schema, found).wrong;
  if (wrong.length === 0) return;
  const places = wrong.map(({ pointer, message }) => `${pointer || 'the value'}: ${message}`);
  throw new TypeError(`context resolved to what contextSchema does not allow: ${places.join('; ')}`);
}

const tooLate = (timeoutMs: number) =>
  new HttpError(503, `What this request needs could not be looked up within ${timeoutMs} ms.`, {
    code: 'context-timeout',
  });
