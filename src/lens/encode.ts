import { type $ZodType, safeParse } from 'zod/v4/core';
import type { Issue } from '../changes/refusal.js';
import { libraryOf } from '../schema/foreign/library-pipe.js';
import { definitionOf, rebuild, schemasIn } from '../schema/zod-tree.js';
import { mismatchOf } from './shape-errors.js';

/** A value as a schema takes it, without undeclared members. Throws a ShapeMismatch for one that does not fit, and a TypeError where there is no way back. */
export function encode(schema: $ZodType, value: unknown, subject: string, version: string): unknown {
  const result = libraryOf(schema) === null ? backward(schema, value) : null;
  if (result === null) return settled(schema, value, subject, version);
  if (result.success) return result.data;
  throw mismatchOf(subject, version, result.error.issues as never, pathOf);
}

const pathOf = ({ path = [] }: Issue) => path;

/** Runs a schema from what it returns to what it takes; null where a transform in it has no way back. */
function backward(schema: $ZodType, value: unknown) {
  try {
    return safeParse(schema, value, { direction: 'backward' } as never);
  } catch (error) {
    if (error instanceof Error && error.name === 'ZodEncodeError') return null;
    throw error;
  }
}

/** What a schema without a way back returns can be stored where it is what the schema makes of it again. */
function settled(schema: $ZodType, value: unknown, subject: string, version: string): unknown {
  const once = parse(schema, value, subject, version);
  const twice = safeParse(schema, once);
  if (twice.success && textOf(twice.data) === textOf(once)) return once;
  throw new TypeError(
    `A transform in version ${version} of ${subject} has no way back, so that what it returns cannot be stored. Write z.codec(…) in its place.`,
  );
}

function parse(schema: $ZodType, value: unknown, subject: string, version: string): unknown {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw mismatchOf(subject, version, result.error.issues as never, pathOf);
}

/** Both values come from one schema, so that their members are in one order. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member));

const stripped = new WeakMap<$ZodType, $ZodType>();

/** A schema that drops undeclared members where it refuses them: what is written has been declared by another version. */
export function strippingSurplus(schema: $ZodType): $ZodType {
  if (libraryOf(schema) || ![...schemasIn([schema])].some(isStrict)) return schema;
  const known = stripped.get(schema);
  if (known) return known;
  const copy = rebuild(schema, strippingSurplus, isStrict(schema) ? ({ catchall: undefined } as never) : {});
  stripped.set(schema, copy);
  return copy;
}

function isStrict(schema: $ZodType): boolean {
  const def = definitionOf(schema);
  return def.type === 'object' && def.catchall !== undefined && definitionOf(def.catchall as $ZodType).type === 'never';
}
