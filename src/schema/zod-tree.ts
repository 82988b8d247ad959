import {
  type $ZodType,
  type $ZodTypeDef,
  type $ZodTypes,
  $ZodLazy,
  $ZodOptional,
  $ZodUnion,
  clone,
  globalRegistry,
} from 'zod/v4/core';

/** A Zod 4 schema whose kind narrows its definition. */
export type ZodNode = $ZodTypes;
export type ZodKind = $ZodTypeDef['type'];

/** Whether a value is a Zod 4 schema. */
export function isZod(schema: unknown): schema is $ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}

/** The definition of a schema, narrowed by its `type`. */
export function definitionOf(schema: $ZodType): ZodNode['_zod']['def'] {
  return (schema as ZodNode)._zod.def;
}

const knownChildren = new WeakMap<$ZodType, readonly $ZodType[]>();

/** The schemas directly inside a schema, in the order in which they are declared; read once. */
export function childrenOf(schema: $ZodType): readonly $ZodType[] {
  const known = knownChildren.get(schema);
  if (known) return known;
  const children: $ZodType[] = [];
  replaceChildren(schema, (child) => (children.push(child), child));
  knownChildren.set(schema, children);
  return children;
}

/** A schema that a value is compared with, which is no part of what a schema makes of the value. */
export interface HiddenSchema {
  readonly within: string;
  readonly schema: $ZodType;
  /** The member that a check looks at; null for anything else. */
  readonly member: string | null;
}

/** The schemas that a schema holds beside its children: parts of a template, arguments and results of a function, and those of checks. */
export function hiddenIn(schema: $ZodType): readonly HiddenSchema[] {
  const def = definitionOf(schema);
  const held = (within: string, inner: unknown, member: string | null = null): readonly HiddenSchema[] =>
    isZod(inner) ? [{ within, schema: inner, member }] : [];
  const parts = def.type === 'template_literal' ? def.parts : [];
  const sides = def.type === 'function' ? [def.input, def.output] : [];
  return [
    ...parts.flatMap((part) => held('a template literal', part)),
    ...sides.flatMap((side) => held('a function', side)),
    ...(def.checks ?? []).flatMap(membersOfCheck).flatMap(([name, inner]) => held('a check', inner, name)),
  ];
}

/** What `z.property` and `z.properties` look at. */
function membersOfCheck({ _zod: { def } }: { readonly _zod: { readonly def: object } }): readonly [string, unknown][] {
  const { property, schema, shape = {} } = def as { property?: string; schema?: unknown; shape?: object };
  return [...(property === undefined ? [] : [[property, schema] as [string, unknown]]), ...Object.entries(shape)];
}

/** Schemas and everything inside them, each once, from the outside in; `beside` are those that a schema holds beside its children. */
export function schemasIn(
  schemas: Iterable<$ZodType>,
  beside: (schema: $ZodType) => readonly $ZodType[] = () => [],
): Iterable<$ZodType> {
  const seen = new Set<$ZodType>(schemas);
  for (const current of seen) for (const child of [...childrenOf(current), ...beside(current)]) seen.add(child);
  return seen;
}

type Replace = (child: $ZodType) => $ZodType;

/**
 * The definition of a schema with its children replaced; null for kinds without children. An object's members and what
 * a lazy schema returns are replaced on access when `deferred` is true, which lets a schema contain itself.
 */
function replaceChildren(schema: $ZodType, replace: Replace, deferred = false): $ZodTypeDef | null {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object': {
      const shape = () =>
        Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, replace(member as $ZodType)]));
      const catchall = def.catchall && replace(def.catchall);
      return deferred
        ? withGetter({ ...def, catchall }, 'shape', shape)
        : ({ ...def, shape: shape(), catchall } as $ZodTypeDef);
    }
    case 'array':
      return { ...def, element: replace(def.element as $ZodType) } as $ZodTypeDef;
    case 'tuple':
      return {
        ...def,
        items: def.items.map((item) => replace(item as $ZodType)),
        rest: def.rest && replace(def.rest as $ZodType),
      } as $ZodTypeDef;
    case 'record':
    case 'map':
      return {
        ...def,
        keyType: replace(def.keyType as $ZodType),
        valueType: replace(def.valueType as $ZodType),
      } as unknown as $ZodTypeDef;
    case 'set':
      return { ...def, valueType: replace(def.valueType as $ZodType) } as $ZodTypeDef;
    case 'union':
      return { ...def, options: def.options.map((option) => replace(option as $ZodType)) } as $ZodTypeDef;
    case 'intersection':
      return { ...def, left: replace(def.left as $ZodType), right: replace(def.right as $ZodType) } as $ZodTypeDef;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
    case 'promise':
    case 'success':
      return { ...def, innerType: replace(def.innerType as $ZodType) } as unknown as $ZodTypeDef;
    case 'pipe':
      // What a library parses is another schema once its parts are.
      return {
        ...def,
        in: replace(def.in as $ZodType),
        out: replace(def.out as $ZodType),
        original: undefined,
      } as $ZodTypeDef;
    case 'lazy': {
      const { _cachedInner: _, ...rest } = def as typeof def & { _cachedInner?: unknown };
      if (deferred) return { ...rest, getter: () => replace(def.getter() as $ZodType) } as $ZodTypeDef;
      const inner = replace(def.getter() as $ZodType);
      return { ...rest, getter: () => inner } as $ZodTypeDef;
    }
    default:
      return null;
  }
}

/** A getter defers reading the shape until Zod needs it. */
function withGetter(def: object, name: string, read: () => unknown): $ZodTypeDef {
  let value: unknown;
  return Object.defineProperty({ ...def } as unknown as $ZodTypeDef, name, {
    get: () => (value ??= read()),
    enumerable: true,
    configurable: true,
  });
}

/** A copy of a schema with its children replaced, and everything else kept: checks, strictness, metadata. */
export function rebuild(schema: $ZodType, replace: Replace, overrides: Partial<$ZodTypeDef> = {}): $ZodType {
  const replaced = replaceChildren(schema, replace, true);
  const def = Object.assign(replaced ?? { ...definitionOf(schema) }, overrides) as $ZodTypeDef;
  const copy = isUnion(schema) && !isTellable(def) ? plainUnion(def) : clone(schema, def);
  const meta = globalRegistry.get(schema);
  if (meta) globalRegistry.add(copy as never, meta);
  return copy;
}

/** The discriminator of a discriminated union; null for any other schema. */
export function discriminatorOf(schema: $ZodType): string | null {
  return (definitionOf(schema) as { readonly discriminator?: string }).discriminator ?? null;
}

/** The discriminator values of an option of a discriminated union; null when it has none. */
export function discriminatorValues(option: $ZodType, discriminator: string): ReadonlySet<unknown> | null {
  const values = option._zod.propValues?.[discriminator];
  return values && values.size > 0 ? values : null;
}

const isUnion = (schema: $ZodType) => definitionOf(schema).type === 'union';

function isTellable(def: $ZodTypeDef): boolean {
  const { discriminator, options } = def as unknown as { discriminator?: string; options: readonly $ZodType[] };
  if (discriminator === undefined) return true;
  const seen = new Set<unknown>();
  return options.every((option) => {
    const values = discriminatorValues(option, discriminator);
    return values !== null && [...values].every((value) => !seen.has(value) && seen.add(value));
  });
}

/** A discriminated union whose discriminator no longer distinguishes its options. */
function plainUnion(def: $ZodTypeDef): $ZodType {
  const { discriminator: _, ...rest } = def as unknown as { discriminator: string };
  return new $ZodUnion(rest as never);
}

/** What a schema gives where a value is missing or refused; null for one that gives nothing, or what depends on the refused value. */
export function givenBy(schema: $ZodType): { readonly value: unknown } | null {
  const def = definitionOf(schema);
  if (def.type === 'default' || def.type === 'prefault') return { value: def.defaultValue };
  if (def.type !== 'catch') return null;
  try {
    return { value: def.catchValue(undefined as never) };
  } catch {
    return null;
  }
}

/** A schema that is defined later, for schemas that contain themselves. */
export function later(read: () => $ZodType): $ZodType {
  return new $ZodLazy({ type: 'lazy', getter: read });
}

/** The schema, or nothing. */
export function optional(inner: $ZodType): $ZodType {
  return new $ZodOptional({ type: 'optional', innerType: inner });
}
