import { type AccessBefore, isAccess } from './access-before.js';
import { type Collect, type CollectOptions, readCollect } from './collect.js';
import { describeValue, isText, requireFunctions, requireOptions } from './read-arguments.js';
import type { Class } from '../../wiring/metadata.js';
import { type Method, methods } from '../declare/method.js';
import type { ApiDocOptions } from '../declare/route-facts.js';
import { type Body, isBody } from '../declare/bodies.js';
import type { RouteSchemas } from '../declare/route-schemas.js';
import { isResponse, isStatus } from '../declare/read-verb.js';
import type { ContextCall, ContextSource, OperationCall } from './operation-call.js';
import type { CollectedAnswer, NewerAnswer, OlderAnswer, OlderRequest, RaisedRequest } from './operation-types.js';
import { type DeclaredLosses, type Losses, type OutputOf, readLosses } from './reshape.js';
import { isSchema, type Schema } from '../../schema/standard-schema.js';

/**
 * The operation in the version before; omitted parts are unchanged. Schemas are named in their newest form: what this version or a
 * newer one reshapes in them is shown as the version before had it.
 */
export interface OperationBefore {
  /** Relative to the controller. */
  readonly path?: string;
  readonly method?: Method;
  /** The success status. */
  readonly status?: number;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly cookies?: Schema;
  readonly body?: Schema | Body;
  readonly response?: RouteSchemas['response'];
  /** Who might call it, where that changed. */
  readonly access?: AccessBefore;
  /** What its documents said; omitted members are unchanged. */
  readonly doc?: ApiDocOptions;
}

/** The parts of a request, parsed. */
export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly cookies: unknown;
  readonly body: unknown;
}

/** An answer before it is sent. */
export interface AnswerParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a handler answers with, and what it gets as its query. */
type PageOf<Handler> = Handler extends (...args: never[]) => infer Answer ? Awaited<Answer> : unknown;
type QueryOf<Handler> = Handler extends (input: infer Input, ...rest: never[]) => unknown
  ? Input extends { readonly query: infer Query }
    ? Query
    : unknown
  : unknown;

/** How values of an operation are converted; `Handler` is the method, `Answer` what it answers. */
interface Converters<Handler, Before extends OperationBefore, Answer, Context> {
  readonly before: Before;
  /** Converts an older request, after the reshapes of this version: what `before` names is in its newer form. */
  readonly up?: (request: OlderRequest<Handler, Before>, call: OperationCall<Context>) => RaisedRequest<Handler>;
  /** Converts an answer, before the reshapes of this version: it returns what `before` names in its newer form. */
  readonly down?: (answer: Answer, call: OperationCall<Context>) => OlderAnswer<Handler, Before>;
  /** `update` names members of the newer body that an older client overwrites when it writes back what it read. */
  readonly loses?: Pick<Losses, 'update'>;
}

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

/** How pages are made a list again. */
export interface CollectingOptions<Handler> {
  /**
   * Where a list became pages: an older `GET` runs the handler until there is no next page, and `down` gets the whole list. `before`
   * names what it answered, unless a reshape of the page in the same version does.
   */
  readonly collect: CollectOptions<PageOf<Handler>, QueryOf<Handler>>;
}

type MethodOf<Controller extends Class, Name> = InstanceType<Controller>[Name & keyof InstanceType<Controller>];
type Awaitable<T> = T | Promise<T>;

/** A converter of an operation, whatever its types. */
type Convert<From, To> = (value: From, call: OperationCall) => Partial<To>;

/** What changed of one operation, beyond a schema. */
export interface OperationChange {
  /** The class that declares the handler. */
  readonly controller: () => Class;
  readonly handler: string;
  readonly before: OperationBefore;
  /** Converts an older request. */
  readonly up: Convert<RequestParts, RequestParts> | null;
  /** Converts an answer to its older form. */
  readonly down: Convert<AnswerParts, AnswerParts> | null;
  /** Makes one list of pages. */
  readonly collect: Collect | null;
  /** What it looks up. */
  readonly context: ContextSource | null;
  readonly loses: DeclaredLosses;
}

const brand = Symbol.for('svckit.operation');
const example = "operation(() => UsersController, 'list', { before: { path: 'all' } })";

const schema = { passes: isSchema, write: 'a schema, such as z.object({ … })' };

/** What each part may be; a missing one does not compile. */
const parts: Readonly<
  Record<keyof OperationBefore, { readonly passes: (part: unknown) => boolean; readonly write: string }>
> = {
  path: { passes: (path) => typeof path === 'string', write: "a path below the controller's, such as ':id'" },
  method: { passes: (method) => methods.some((known) => known === method), write: `one of ${methods.join(', ')}` },
  status: { passes: isStatus, write: 'a success status, such as 202' },
  params: schema,
  query: schema,
  headers: schema,
  cookies: schema,
  body: {
    passes: (part) => isSchema(part) || isBody(part),
    write: 'a schema, such as z.object({ … }), or a form of body, such as form(…)',
  },
  response: { passes: isResponse, write: 'a schema, or a map of schemas by status' },
  access: {
    passes: isAccess,
    write:
      "roles, security or throttle, such as { roles: ['admin'] } or { throttle: { limit: 100, windowSeconds: 60 } }",
  },
  doc: { passes: (doc) => typeof doc === 'object' && doc !== null, write: "an object, such as { summary: '…' }" },
};

export function isOperation(value: unknown): value is OperationChange {
  return typeof value === 'object' && value !== null && brand in value;
}

function requireTarget(controller: unknown, handler: unknown): void {
  if (typeof controller !== 'function' || /^class\b/.test(Function.prototype.toString.call(controller)))
    throw new TypeError(`operation() takes a function that returns the controller. Write ${example}.`);
  if (!isText(handler))
    throw new TypeError(
      `operation(): the handler is ${describeValue(handler)}. Write the name of a method: ${example}.`,
    );
}

function requireBefore(before: OperationBefore): void {
  requireOptions(before, Object.keys(parts), 'operation(): before', example);
  for (const name of Object.keys(parts) as (keyof OperationBefore)[])
    if (before[name] !== undefined && !parts[name].passes(before[name]))
      throw new TypeError(`operation(): before.${name} is ${describeValue(before[name])}. Write ${parts[name].write}.`);
}

/**
 * Names an operation by its controller, given as a function because controllers import from the file that names them, and its handler. The
 * converters have the types of the handler's `Input` and of what `before` names.
 */
export function operation<
  Controller extends Class,
  Handler extends Extract<keyof InstanceType<Controller>, string>,
  const Before extends OperationBefore,
  Context extends Schema = never,
>(
  controller: () => Controller,
  handler: Handler,
  options: Converters<
    MethodOf<Controller, Handler>,
    Before,
    CollectedAnswer<MethodOf<Controller, Handler>>,
    ContextOf<Context>
  > &
    ContextOptions<Context> &
    CollectingOptions<MethodOf<Controller, Handler>>,
): OperationChange;
export function operation<
  Controller extends Class,
  Handler extends Extract<keyof InstanceType<Controller>, string>,
  const Before extends OperationBefore,
  Context extends Schema = never,
>(
  controller: () => Controller,
  handler: Handler,
  options: Converters<
    MethodOf<Controller, Handler>,
    Before,
    NewerAnswer<MethodOf<Controller, Handler>>,
    ContextOf<Context>
  > &
    ContextOptions<Context> & { readonly collect?: undefined },
): OperationChange;
export function operation(controller: () => Class, handler: string, given: object): OperationChange {
  const options = given as OperationOptions;
  requireTarget(controller, handler);
  requireOptions(
    options,
    ['before', 'up', 'down', 'loses', 'collect', 'context', 'contextSchema'],
    'operation()',
    example,
  );
  requireFunctions(options, ['up', 'down', 'context'], 'operation()');
  const { before, up, down, collect, loses = {} } = options;
  requireBefore(before);
  return Object.freeze({
    [brand]: true,
    controller,
    handler,
    before: Object.freeze({ ...before }),
    up: up ?? null,
    down: down ?? null,
    collect: collect === undefined ? null : readCollect(collect as CollectOptions<never, never>),
    context: readContext(options),
    loses: readLosses(loses, ['update'], "loses: { update: ['tags'] }"),
  });
}

type ContextOf<S extends Schema> = [S] extends [never] ? undefined : OutputOf<S>;

/** What `operation()` takes, without the types of an operation. */
export interface OperationOptions {
  readonly before: OperationBefore;
  readonly up?: Convert<RequestParts, RequestParts>;
  readonly down?: Convert<AnswerParts, AnswerParts>;
  readonly loses?: Pick<Losses, 'update'>;
  readonly collect?: CollectOptions<unknown, unknown>;
  /** What the converters need to look up for a request, before `up`. */
  readonly context?: ContextSource['context'];
  readonly contextSchema?: Schema;
}

/** The two stand together: the laws draw what a request would look up. */
function readContext({ context, contextSchema }: OperationOptions): OperationChange['context'] {
  const example = 'context: async ({ signal }) => …, contextSchema: z.object({ rate: z.number() })';
  if (context === undefined && contextSchema === undefined) return null;
  if (context === undefined) throw new TypeError(`operation(): contextSchema has no context. Write ${example}.`);
  if (!isSchema(contextSchema))
    throw new TypeError(
      `operation(): context needs a contextSchema, but received ${describeValue(contextSchema)}. Write ${example}.`,
    );
  return Object.freeze({ context, schema: contextSchema });
}
