import type { $ZodType, input, output } from 'zod/v4/core';
import type { Internal } from '../schema/internal.js';
import { isSameSchema } from '../schema/identity.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import type { Schema } from '../schema/standard-schema.js';
import type { Move } from './lineage.js';
import { describeValue, requireFunctions, requireList, requireOptions, requireTree } from './read-arguments.js';
import { captureSource, declarationError, type SourceReader } from '../report/load-session.js';

type Plain<T> = T extends readonly unknown[] | Date | Map<unknown, unknown> | Set<unknown>
  ? false
  : T extends object
    ? true
    : false;

/** What a schema of any library returns. */
export type OutputOf<S extends Schema> = S extends $ZodType
  ? output<S>
  : NonNullable<S['~standard']['types']>['output'];

/**
 * What `up` may return: member by member what the newer schema takes, or a value of the older shape that it passes on. The newer
 * schema parses it. Another library than Zod 4 parses the whole, so there it is what the schema takes.
 */
export type Raised<S extends Schema> = S extends $ZodType
  ? Plain<input<S>> extends true
    ? Plain<output<S>> extends true
      ? {
          [K in keyof input<S> as Exclude<K, Hidden<S>>]: Taken<
            input<S>[K],
            K extends keyof output<S> ? output<S>[K] : never
          >;
        }
      : Taken<input<S>, output<S>>
    : Taken<input<S>, output<S>> | Several<input<S>>
  : NonNullable<S['~standard']['types']>['input'];

/** The members that requests never hold. */
type Hidden<S> = S extends { readonly _zod: { readonly def: { readonly shape: infer Shape } } }
  ? { [K in keyof Shape]: Shape[K] extends Internal ? K : never }[keyof Shape]
  : never;

/** A value that stands for several, where a parameter takes them. */
type Several<In> = [In] extends [string | number | boolean] ? readonly In[] : never;

/** A schema that coerces takes anything, which is no help to who writes a change. */
type Taken<In, Out> = unknown extends In ? Out : In | Out;

type Whole =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | Map<unknown, unknown>
  | Set<unknown>;

/** A value whose objects and lists may be readonly, so that literals in it keep their types. What is still generic is as it is. */
export type Frozen<T> = T | Deep<T>;
type Deep<T> = unknown extends T
  ? T
  : T extends Whole
    ? T
    : T extends readonly unknown[]
      ? number extends T['length']
        ? readonly Frozen<T[number]>[]
        : { readonly [K in keyof T]: Frozen<T[K]> }
      : { readonly [K in keyof T]: Frozen<T[K]> };

export interface Losses {
  /** Members of the newer shape that do not survive the way down. */
  readonly down?: readonly string[];
  /** Members of the older shape that do not survive the way up. */
  readonly up?: readonly string[];
  /** Members of the newer shape that an older client overwrites when it writes back what it read. */
  readonly update?: readonly string[];
}

/** What does not survive, with a list for each way. */
export type DeclaredLosses = Readonly<Record<keyof Losses, readonly string[]>>;

/** What `reshape()` takes: the older shape, and the way there and back. */
export interface ReshapeOptions<
  After extends Schema,
  Before extends Schema,
  Down = Frozen<OutputOf<Before>>,
  Up = Frozen<Raised<After>>,
> {
  /** The shape in the version before. */
  readonly before: Before;
  /** Converts a handler's answer to the older shape. */
  readonly down?: (value: OutputOf<After>) => Down;
  /**
   * Converts an older request to the newer shape. The newer schema parses the result: its refinements may refuse it with a 400, its
   * transforms and defaults run, and surplus members are dropped or refused. A wrong type is a 500.
   */
  readonly up?: (value: OutputOf<Before>) => Up;
  /** What does not survive a round trip; `svc laws` requires it to be declared. */
  readonly loses?: Losses;
}

/** The older name of each member that has another, or the members that are left out. */
export type OlderNames = ReadonlyMap<string, string> | ReadonlySet<string>;

/** One schema's difference between a version and the one before it. */
export interface Reshape<After extends Schema = Schema, Before extends Schema = Schema> {
  readonly after: After;
  readonly before: Before;
  /** Both as Zod's tree. */
  readonly trees: { readonly after: $ZodType; readonly before: $ZodType };
  /** Converts a handler's answer to the older shape; null where it has none. */
  readonly down: ((value: never) => unknown) | null;
  /** Converts an older request to the newer shape; null where it has none. */
  readonly up: ((value: never) => unknown) | null;
  readonly loses: DeclaredLosses;
  /** Members with another name or place in the older shape. */
  readonly moves: readonly Move[];
  /** What `down` does, step by step; null for a step that does more than give names to members. */
  readonly names: readonly (OlderNames | null)[];
  readonly source: SourceReader;
  /** The same difference for another schema: how `reshapes` applies a part to the one before it. */
  readonly on: (schema: Schema) => Reshape;
}

const brand = Symbol.for('svckit.reshape');

/**
 * Declares how a schema differs in the version before. `after` is found wherever it occurs, including copies. Throws a
 * TypeError for what is no schema or has no JSON Schema, and for a `before` that is `after` itself.
 */
export function reshape<
  After extends Schema,
  Before extends Schema,
  const Down extends Frozen<OutputOf<Before>> = Frozen<OutputOf<Before>>,
  const Up extends Frozen<Raised<After>> = Frozen<Raised<After>>,
>(after: After, options: ReshapeOptions<After, Before, Down, Up>): Reshape<After, Before> {
  requireOptions(options, ['before', 'down', 'up', 'loses'], 'reshape()', 'reshape(schema, { before, down, up })');
  requireFunctions(options, ['down', 'up'], 'reshape()');
  const { before, down, up, loses = {} } = options;
  readLosses(loses);
  const declared: Reshape<After, Before> = makeReshape(after, before, { down, up, loses }, (schema): Reshape => {
    const tree = zodTreeOf(schema);
    if (tree && isSameSchema(tree, declared.trees.after)) return declared as Reshape;
    throw new TypeError('reshapes() takes parts that build on the part before: pass a function of the schema.');
  });
  return declared;
}

const ways = ['down', 'up', 'update'] as const;

/** Reads `loses`, or the ways of it that are allowed. Throws a TypeError for anything but lists of names. */
export function readLosses(
  loses: Losses,
  allowed: readonly (keyof Losses)[] = ways,
  write = "loses: { down: ['firstName'], up: ['name'] }",
): DeclaredLosses {
  requireOptions(loses, allowed, 'loses', write);
  for (const way of allowed)
    requireList(loses[way] ?? [], (name) => typeof name === 'string', {
      list: `loses.${way}`,
      entry: 'the name of a member',
      write,
    });
  return frozenLosses(loses);
}

const frozenLosses = (loses: Losses): DeclaredLosses =>
  Object.freeze({
    down: Object.freeze([...(loses.down ?? [])]),
    up: Object.freeze([...(loses.up ?? [])]),
    update: Object.freeze([...(loses.update ?? [])]),
  });

type Directions = {
  readonly down?: ((value: never) => unknown) | undefined;
  readonly up?: ((value: never) => unknown) | undefined;
  readonly loses?: Losses;
  readonly moves?: readonly Move[];
  readonly names?: Reshape['names'];
};

/** `on` declares the same difference for another schema. */
export function makeReshape<After extends Schema, Before extends Schema>(
  after: After,
  before: Before,
  { down, up, loses = {}, moves = [], names = [null] }: Directions,
  on: (schema: Schema) => Reshape,
): Reshape<After, Before> {
  const trees = Object.freeze({ after: treeOf(after, 'after'), before: treeOf(before, 'before') });
  if (isSameSchema(trees.after, trees.before))
    declarationError(
      'change-without-effect',
      'A change names the same schema as after and before',
      'Give the older shape a schema of its own: before: z.object({ … }).',
    );
  return Object.freeze({
    [brand]: true,
    after,
    before,
    trees,
    down: down ?? null,
    up: up ?? null,
    loses: frozenLosses(loses),
    moves,
    names,
    source: captureSource(),
    on,
  });
}

const treeOf = (schema: unknown, name: 'after' | 'before') =>
  requireTree(
    schema,
    `A change takes schemas, but its ${name} is ${describeValue(schema)}. Write reshape(schema, { before: z.object({ … }) }).`,
  );

export function isReshape(value: unknown): value is Reshape {
  return typeof value === 'object' && value !== null && brand in value;
}
