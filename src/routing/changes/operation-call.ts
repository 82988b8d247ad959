import type { Schema } from '../../schema/standard-schema.js';
import type { RegisteredCaller } from '../declare/route-schemas.js';

/** The request as it arrived. */
export interface CalledRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What the converters of an operation know beside the value. */
export interface OperationCall<Context = unknown> {
  readonly request: CalledRequest;
  /** The caller that `authenticate` returned; null for none, and in an error that comes before it is known. */
  readonly caller: RegisteredCaller | null;
  /** The version that answers; null where the address has no versions, as in a handler's `Input`: there a preview is what changes. */
  readonly version: string | null;
  /** What the operation's `context` resolved to. */
  readonly context: Context;
}

/** What `context` gets. */
export interface ContextCall extends Omit<OperationCall, 'context'> {
  /** Aborts when the client leaves and when the request's time is over. */
  readonly signal: AbortSignal;
}

/** What an operation looks up for a request. */
export interface ContextSource {
  readonly context: (call: ContextCall) => unknown;
  readonly schema: Schema;
}

/** The call of a request for each version whose change asks. */
export interface Calls {
  /** Throws an UnknownContext where the operation's context was not looked up. */
  of(version: string): OperationCall;
}

/** An answer that a change cannot convert: it came before the change's `context` was asked. */
export class UnknownContext extends Error {
  override readonly name = 'UnknownContext';

  constructor() {
    super('Its context is looked up before the handler runs, and the answer came earlier.');
  }
}
