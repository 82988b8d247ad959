import { type Collect, type CollectOptions, readCollect } from './collect.js';
import { describeValue, requireFunctions, requireOptions } from '../../changes/read-arguments.js';
import type { Change } from '../../changes/change.js';
import { operationBrand, type OperationPart } from '../../changes/operation-part.js';
import type { Class } from '../../wiring/metadata.js';
import type { DocumentAnswer, DocumentOperation, HandlerOf } from './document-operation.js';
import { type OperationBefore, readBefore, readUpdateLosses, treesIn } from './operation-before.js';
import type { DeclaredLosses, Losses } from '../../changes/reshape.js';
import type { ContextSource, OperationCall } from './operation-call.js';
import type { CollectingOptions, TypedOptions } from './operation-options.js';
import { readTarget } from './operation-target.js';
import type { Collected, NewerAnswer } from './operation-types.js';
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
  /** The class that declares the handler; `documentOperations` for an operation of a document. */
  readonly controller: () => Class;
  /** The name of the handler; that of an operation of a document is its operationId, or `GET /books/{id}`. */
  readonly handler: string;
  /** The operation of a document that it names; null for a handler of a controller. */
  readonly operation: DocumentOperation | null;
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

/** The operations of a change: nothing else makes parts of one. */
export const operationChangesOf = ({ operations }: Pick<Change, 'operations'>): readonly OperationChange[] =>
  operations as readonly OperationChange[];

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
    Collected<NewerAnswer<MethodOf<Controller, Handler>>>,
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
/**
 * Names an operation of a document by what `svc shapes` writes for it, such as `operations.listBooks`. `before.path` is the whole path. The
 * converters have the types of its schemas and of what `before` names.
 */
export function operation<
  const Operation extends DocumentOperation,
  const Before extends OperationBefore,
  Context extends Schema = never,
  const A extends OperationBefore = never,
  const B extends OperationBefore = never,
  const C extends OperationBefore = never,
  const D extends OperationBefore = never,
  const E extends OperationBefore = never,
>(
  named: Operation,
  options: TypedOptions<HandlerOf<Operation>, Collected<DocumentAnswer<Operation>>, Context, Before, A, B, C, D, E> &
    CollectingOptions<HandlerOf<Operation>>,
): OperationChange;
export function operation<
  const Operation extends DocumentOperation,
  const Before extends OperationBefore,
  Context extends Schema = never,
  const A extends OperationBefore = never,
  const B extends OperationBefore = never,
  const C extends OperationBefore = never,
  const D extends OperationBefore = never,
  const E extends OperationBefore = never,
>(
  named: Operation,
  options: TypedOptions<HandlerOf<Operation>, DocumentAnswer<Operation>, Context, Before, A, B, C, D, E> & {
    readonly collect?: undefined;
  },
): OperationChange;
export function operation(...given: readonly unknown[]): OperationChange {
  const { options: written, example, ...target } = readTarget(given);
  const options = written as OperationOptions;
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
    ...target,
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
