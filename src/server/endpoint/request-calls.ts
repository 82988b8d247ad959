import type { IncomingMessage } from 'node:http';
import { type Calls, type OperationCall, UnknownContext } from '../../routing/changes/operation-call.js';
import type { LookUp, Passage } from '../../routing/changes/passage.js';
import type { RegisteredCaller } from '../../routing/declare/route-schemas.js';

/** What the changes of one request know of it. */
class RequestCalls implements Calls {
  constructor(
    readonly req: IncomingMessage,
    readonly caller: RegisteredCaller | null,
    /** The version that answers; null where the address has none. */
    readonly version: string | null,
    readonly lookUps: readonly LookUp[],
    readonly contexts: ReadonlyMap<string, unknown>,
  ) {}

  of(version: string): OperationCall {
    const isAsked = this.lookUps.some((one) => one.version === version);
    if (isAsked && !this.contexts.has(version)) throw new UnknownContext();
    return { ...callOf(this), context: this.contexts.get(version) };
  }
}

/** The request as it arrived; an outer application may have shortened its URL. */
export function callOf({ req, caller, version }: OlderRequest) {
  const { method = 'GET', originalUrl, url = '/', headers } = req as IncomingMessage & { originalUrl?: string };
  return { request: { method, url: originalUrl ?? url, headers }, caller, version };
}

const known = new WeakMap<IncomingMessage, Calls>();
const nothing: ReadonlyMap<string, unknown> = new Map();

/** A request of an older version. */
interface OlderRequest {
  readonly req: IncomingMessage;
  readonly caller: RegisteredCaller | null;
  readonly version: string | null;
}

/** What the changes of a request know, without what is looked up later. */
export const callsOf = ({ req, caller, version }: OlderRequest, { lookUps }: Pick<Passage, 'lookUps'>): Calls =>
  known.get(req) ?? new RequestCalls(req, caller, version, lookUps, nothing);

/** The same with what was looked up. */
export function keepCalls(
  { req, caller, version }: OlderRequest,
  lookUps: readonly LookUp[],
  contexts: ReadonlyMap<string, unknown>,
): void {
  known.set(req, new RequestCalls(req, caller, version, lookUps, contexts));
}
