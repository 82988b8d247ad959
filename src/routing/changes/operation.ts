import { type Collect, type CollectOptions, readCollect } from './collect.js';
import { describeValue, isText, requireFunctions, requireOptions } from '../../changes/read-arguments.js';
import type { Change } from '../../changes/change.js';
import { operationBrand, type OperationPart } from '../../changes/operation-part.js';
import type { Class } from '../../wiring/metadata.js';
import { type OperationBefore, readBefore, readUpdateLosses, treesIn } from './operation-before.js';
import type { DeclaredLosses, Losses } from '../../changes/reshape.js';
import type { ContextSource, OperationCall } from './operation-call.js';
import type { CollectingOptions, TypedOptions } from './operation-options.js';
import type { CollectedAnswer, NewerAnswer } from './operation-types.js';
import { isSchema, type Schema } from '../../schema/standard-schema.js';

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

type MethodOf<Controller extends Class, Name> = InstanceType<Controller>[Name & keyof InstanceType<Controller>];

/** A converter of an operation, whatever its types. */
type Convert<From, To> = (value: From, call: OperationCall) => Partial<To>;

/** What changed of one operation, beyond a schema. */
export interface OperationChange extends OperationPart {
  /** The class that declares the handler. */
  readonly controller: () => Class;
  readonly handler: string;
  /** One older operation. */
  readonly before: OperationBefore;
  /** The other older operations that were declared with it; empty where it is among those of another. */
  readonly others: readonly OperationChange[];
  /** The same for all older operations that were declared together. */
  readonly declaration: object;
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

const example = "operation(() => UsersController, 'list', { before: { path: 'all' } })";

/** The operations of a change: nothing else makes parts of one. */
export const operationChangesOf = ({ operations }: Pick<Change, 'operations'>): readonly OperationChange[] =>
  operations as readonly OperationChange[];

function requireTarget(controller: unknown, handler: unknown): void {
  if (typeof controller !== 'function' || /^class\b/.test(Function.prototype.toString.call(controller)))
    throw new TypeError(`operation() takes a function that returns the controller. Write ${example}.`);
  if (!isText(handler))
    throw new TypeError(
      `operation(): the handler is ${describeValue(handler)}. Write the name of a method: ${example}.`,
    );
}

/**
 * Names an operation by its controller, given as a function because controllers import from the file that names them, and its handler. The
 * converters have the types of the handler's `Input` and of what `before` names. A list of `before` names several older operations that the
 * handler serves.
 */
export function operation<
  Controller extends Class,
  Handler extends Extract<keyof InstanceType<Controller>, string>,
  const Before extends OperationBefore,
  Context extends Schema = never,
  const A extends OperationBefore = never,
  const B extends OperationBefore = never,
  const C extends OperationBefore = never,
  const D extends OperationBefore = never,
  const E extends OperationBefore = never,
>(
  controller: () => Controller,
  handler: Handler,
  options: TypedOptions<
    MethodOf<Controller, Handler>,
    CollectedAnswer<MethodOf<Controller, Handler>>,
    Context,
    Before,
    A,
    B,
    C,
    D,
    E
  > &
    CollectingOptions<MethodOf<Controller, Handler>>,
): OperationChange;
export function operation<
  Controller extends Class,
  Handler extends Extract<keyof InstanceType<Controller>, string>,
  const Before extends OperationBefore,
  Context extends Schema = never,
  const A extends OperationBefore = never,
  const B extends OperationBefore = never,
  const C extends OperationBefore = never,
  const D extends OperationBefore = never,
  const E extends OperationBefore = never,
>(
  controller: () => Controller,
  handler: Handler,
  options: TypedOptions<
    MethodOf<Controller, Handler>,
    NewerAnswer<MethodOf<Controller, Handler>>,
    Context,
    Before,
    A,
    B,
    C,
    D,
    E
  > & { readonly collect?: undefined },
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
  const { up = null, down = null, collect } = options;
  const loses = readUpdateLosses(options.loses ?? {});
  const shared = {
    [operationBrand]: true as const,
    controller,
    handler,
    declaration: Object.freeze({}),
    collect: collect === undefined ? null : readCollect(collect as CollectOptions<never, never>),
    context: readContext(options),
  };
  const [first, ...others] = readBefore(options.before).map(
    (own) =>
      ({ ...shared, up, down, loses, ...own, trees: () => treesIn(own.before) }) as Omit<OperationChange, 'others'>,
  );
  const alone = others.map((other) => Object.freeze({ ...other, others: Object.freeze([]) }));
  return Object.freeze({ ...first!, others: Object.freeze(alone) });
}

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
