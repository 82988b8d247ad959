import type { $ZodType } from 'zod/v4/core';
import { ancestorsOf, isSameSchema } from '../schema/identity.js';
import { isSchema, type Schema } from '../schema/standard-schema.js';
import { isZod } from '../schema/zod-tree.js';
import { captureSource, declarationError, type SourceReader } from '../report/load-session.js';
import { describeValue, isText } from './read-arguments.js';

/** A shape as a released version had it. */
export interface FrozenConstant {
  readonly id: string;
  readonly schema: $ZodType;
  readonly source: SourceReader;
}

const key = Symbol.for('svckit.frozen');
/** Those of every copy of svckit. */
const constants = ((globalThis as { [key]?: WeakMap<$ZodType, FrozenConstant> })[key] ??= new WeakMap());

/** As much of a schema of Zod 4 as one has that contains itself, while its constant has no type yet. */
interface ZodLike {
  readonly _zod: unknown;
}

/**
 * The shape of the schema with an id, as the version had it whose changes name this constant: later versions do not touch it. Schemas with an id
 * inside it are frozen constants of their own. Returns the schema; throws a TypeError for what is no schema of Zod 4, and for one that is
 * frozen already.
 */
export function frozen<S extends ZodLike>(id: string, schema: S): S {
  const example = "frozen('User', z.object({ … }))";
  if (!isText(id)) throw new TypeError(`frozen() takes an id, but received ${describeValue(id)}. Write ${example}.`);
  if (!isZod(schema)) {
    const received = isSchema(schema) ? `a schema of ${(schema as Schema)['~standard'].vendor}` : describeValue(schema);
    declarationError(
      'cannot-freeze',
      `frozen('${id}') takes a schema of Zod 4, but received ${received}`,
      `Write ${example}.`,
    );
    return schema;
  }
  if (constants.has(schema))
    throw new TypeError(
      `frozen('${id}'): the schema is frozen already. Each constant has a schema of its own: ${example}.`,
    );
  constants.set(schema, Object.freeze({ id, schema, source: captureSource() }));
  return schema;
}

/** The constant that a schema is, or is a copy of; undefined for any other. */
export function frozenOf(schema: $ZodType): FrozenConstant | undefined {
  for (const ancestor of ancestorsOf(schema)) {
    const constant = constants.get(ancestor);
    if (constant) return constant;
  }
  return undefined;
}

/** Frozen constants stand for one schema by their id. */
export function areOne(one: $ZodType, other: $ZodType): boolean {
  const [frozen, others] = [frozenOf(one), frozenOf(other)];
  return isSameSchema(one, other) || (frozen !== undefined && frozen.id === others?.id);
}

/** Whether a value is a frozen constant or a copy of one. */
export const isFrozen = (value: unknown): boolean => isZod(value) && frozenOf(value) !== undefined;
