import { type $ZodType, clone } from 'zod/v4/core';
import { ancestorsOf } from './identity.js';
import { isSchema } from './standard-schema.js';
import { definitionOf, isZod } from './zod-tree.js';

const key = Symbol.for('svckit.internal');
/** The schemas that any copy of svckit marked; undefined without one, and then nothing below looks into a schema. */
const holder = globalThis as { [key]?: WeakSet<$ZodType> };

/** Whether `internal` was called. */
export const hasInternal = () => holder[key] !== undefined;

/** Marks a member as internal, for types. */
export interface Internal {
  readonly '~internal': true;
}

/**
 * Marks a member of an object schema, at any depth, that handlers return and changes read, and that no client sees: documents, locks, clients
 * and answers omit it, and requests never accept it. Returns a copy of the schema. Throws a TypeError for what is no schema of Zod 4.
 */
export function internal<S extends $ZodType>(schema: S): S & Internal {
  if (!isZod(schema)) {
    const received = isSchema(schema)
      ? `a schema of ${(schema as { '~standard': { vendor: string } })['~standard'].vendor}`
      : schema === null || typeof schema !== 'object'
        ? String(schema)
        : 'an object';
    throw new TypeError(
      `internal() takes a schema of Zod 4, but received ${received}. Write z.object({ cost: internal(z.number()) }).`,
    );
  }
  const copy = clone(schema, definitionOf(schema) as never, { parent: true });
  (holder[key] ??= new WeakSet()).add(copy);
  return copy as S & Internal;
}

const wrappers: ReadonlySet<string> = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'catch',
  'readonly',
  'nonoptional',
]);

/** Whether a member is marked, also below `optional` and other wrappers. */
export function isInternal(schema: $ZodType): boolean {
  const marked = holder[key];
  if (!marked) return false;
  for (const ancestor of ancestorsOf(schema)) if (marked.has(ancestor)) return true;
  const def = definitionOf(schema);
  return wrappers.has(def.type) && isInternal((def as unknown as { readonly innerType: $ZodType }).innerType);
}
