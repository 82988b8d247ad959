import type { Awaitable } from '../awaitable.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { CollectOptions } from './collect.js';
import type { OperationBefore } from './operation-before.js';
import type { ContextCall, OperationCall } from './operation-call.js';
import type { OlderAnswer, OlderRequest, RaisedRequest } from './operation-types.js';
import type { Losses, OutputOf } from '../../changes/reshape.js';

/** What a handler answers with, and what it gets as its query. */
type PageOf<Handler> = Handler extends (...args: never[]) => infer Answer ? Awaited<Answer> : unknown;
type QueryOf<Handler> = Handler extends (input: infer Input, ...rest: never[]) => unknown
  ? Input extends { readonly query: infer Query }
    ? Query
    : unknown
  : unknown;

/** How values of an operation are converted; `Handler` is the method, `Answer` what it answers. */
interface Converters<Handler, Before, Answer, Context> {
  /** Converts an older request, after the reshapes of this version: what `before` names is in its newer form. */
  readonly up?: (request: OlderRequest<Handler, Before>, call: OperationCall<Context>) => RaisedRequest<Handler>;
  /** Converts an answer, before the reshapes of this version: it returns what `before` names in its newer form. */
  readonly down?: (answer: Answer, call: OperationCall<Context>) => OlderAnswer<Handler, Before>;
  /** `update` names members of the newer body that an older client overwrites when it writes back what it read. */
  readonly loses?: Pick<Losses, 'update'>;
}

/** One of several older operations, with converters of its own or with those of all. */
type OneOfSeveral<Handler, Before, Answer, Context> = { readonly [P in keyof Before]: Before[P] } & Converters<
  Handler,
  Before,
  Answer,
  Context
>;

/** What a change looks up for each request that passes it. */
export interface ContextOptions<S extends Schema> {
  /**
   * Runs once, before `up`, and not for a replayed answer. `signal` aborts when the client leaves and after `requestTimeoutMs`. What it
   * throws is a 500.
   */
  readonly context?: (call: ContextCall) => Awaitable<OutputOf<S>>;
  /** What `context` resolves to; `svc laws` draws from it. */
  readonly contextSchema?: S;
}

type ContextOf<S extends Schema> = [S] extends [never] ? undefined : OutputOf<S>;

/** How pages are made a list again. */
export interface CollectingOptions<Handler> {
  /**
   * Where a list became pages: an older `GET` runs the handler until there is no next page, and `down` gets the whole list. `before`
   * names what it answered, unless a reshape of the page in the same version does.
   */
  readonly collect: CollectOptions<PageOf<Handler>, QueryOf<Handler>>;
}

/** What `operation()` takes: `Before` is the only older operation, or A to E are the first of several. */
export type TypedOptions<Handler, Answer, Context extends Schema, Before, A, B, C, D, E> = {
  readonly before:
    | Before
    | readonly [
        OneOfSeveral<Handler, A, Answer, ContextOf<Context>>,
        OneOfSeveral<Handler, B, Answer, ContextOf<Context>>?,
        OneOfSeveral<Handler, C, Answer, ContextOf<Context>>?,
        OneOfSeveral<Handler, D, Answer, ContextOf<Context>>?,
        OneOfSeveral<Handler, E, Answer, ContextOf<Context>>?,
        ...OneOfSeveral<Handler, OperationBefore, Answer, ContextOf<Context>>[],
      ];
} & Converters<Handler, [A] extends [never] ? Before : A | B | C | D | E, Answer, ContextOf<Context>> &
  ContextOptions<Context>;
