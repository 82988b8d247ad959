import { type $ZodType, globalRegistry } from 'zod/v4/core';

/** What a schema of an older version was made from. */
const origins = new WeakMap<$ZodType, $ZodType>();

/** Records that a schema replaces another one, so that it is found as that one. */
export function standFor<T extends $ZodType>(copy: T, original: $ZodType): T {
  if (copy !== original) origins.set(copy, original);
  return copy;
}

/** What a schema is a copy of. */
const originalOf = (schema: $ZodType): $ZodType | undefined => origins.get(schema) ?? schema._zod.parent;

/** A schema, what it is a copy of, and so on to the first. */
export function* ancestorsOf(schema: $ZodType): Generator<$ZodType> {
  for (let current: $ZodType | undefined = schema; current; current = originalOf(current)) yield current;
}

/** The original of copies made by `describe`, `meta`, `refine` and `clone`. */
export function rootOf(schema: $ZodType): $ZodType {
  let root = schema;
  for (let next = originalOf(root); next; next = originalOf(root)) root = next;
  return root;
}

/** The id given with `.meta({ id })`, on the schema or on what it is a copy of; undefined when it has none. */
export function idOf(schema: $ZodType): string | undefined {
  for (let ancestor: $ZodType | undefined = schema; ancestor; ancestor = originalOf(ancestor)) {
    const own = globalRegistry.get(ancestor)?.id;
    if (typeof own === 'string') return own;
  }
  return undefined;
}

/** Whether two schemas are copies of one; a copy with another id is another schema. */
export function isSameSchema(one: $ZodType, other: $ZodType): boolean {
  return rootOf(one) === rootOf(other) && haveOneId(one, other);
}

function haveOneId(one: $ZodType, other: $ZodType): boolean {
  const [own, others] = [idOf(one), idOf(other)];
  return own === undefined || others === undefined || own === others;
}

/** Values by schema, found for every copy of it. */
export class SchemaMap<Value> {
  readonly #byRoot = new Map<$ZodType, (readonly [$ZodType, Value])[]>();

  set(schema: $ZodType, value: Value): void {
    const root = rootOf(schema);
    const entries = this.#byRoot.get(root) ?? [];
    this.#byRoot.set(root, [...entries, [schema, value]]);
  }

  /** Gives a schema that has a value another one. */
  replace(schema: $ZodType, value: Value): void {
    const entries = this.#byRoot.get(rootOf(schema)) ?? [];
    this.#byRoot.set(
      rootOf(schema),
      entries.map(([other, own]) => [other, other === schema ? value : own]),
    );
  }

  /** Whether one of the originals has a value. */
  meets(roots: ReadonlySet<$ZodType>): boolean {
    for (const root of this.#byRoot.keys()) if (roots.has(root)) return true;
    return false;
  }

  get(schema: $ZodType): Value | undefined {
    return this.#byRoot.get(rootOf(schema))?.find(([other]) => haveOneId(schema, other))?.[1];
  }
}
