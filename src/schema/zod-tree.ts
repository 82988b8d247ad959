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
import { mapReferences, referredBy } from './metadata-references.js';

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
  let children = knownChildren.get(schema);
  if (!children) {
    const found: $ZodType[] = [];
    const copy = replaceChildren(schema, (child) => (found.push(child), child)) as Partial<Deferred>;
    // oxlint-disable-next-line no-unused-expressions -- reads the members of an object
    copy.shape;
    copy.getter?.();
    knownChildren.set(schema, (children = found));
  }
  return children;
}

/** What a definition reads when Zod needs it. */
interface Deferred {
  readonly shape: object;
  readonly getter: () => $ZodType;
}

/** The schemas directly inside a schema, and those that its metadata refers to. */
export const insideOf = (schema: $ZodType): readonly $ZodType[] => [...childrenOf(schema), ...referredBy(schema)];

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

/** Schemas and everything inside them, what their metadata refers to included, each once, from the outside in; `beside` are those that a schema holds beside its children. */
export function schemasIn(
  schemas: Iterable<$ZodType>,
  beside: (schema: $ZodType) => readonly $ZodType[] = () => [],
): Iterable<$ZodType> {
  const seen = new Set<$ZodType>(schemas);
  for (const current of seen) for (const inner of [...insideOf(current), ...beside(current)]) seen.add(inner);
  return seen;
}

type Replace = (child: $ZodType) => $ZodType;

/**
 * The definition of a schema with its children replaced. An object's members and what
 * a lazy schema returns are replaced on access, which lets a schema contain itself.
 */
function replaceChildren(schema: $ZodType, replace: Replace): $ZodTypeDef {
  const def = definitionOf(schema);
  if (def.type === 'object') {
    const { shape, catchall } = def;
    let read: object | undefined;
    return Object.defineProperty({ ...def, catchall: catchall && replace(catchall) }, 'shape', {
      get: () =>
        (read ??= Object.fromEntries(
          Object.entries(shape).map(([name, member]) => [name, replace(member as $ZodType)]),
        )),
      enumerable: true,
      configurable: true,
    });
  }
  if (def.type === 'lazy') {
    const getter = () => replace(def.getter() as $ZodType);
    return { ...def, getter, _cachedInner: undefined } as $ZodTypeDef;
  }
  const held = def as unknown as Readonly<Record<string, $ZodType | readonly $ZodType[] | undefined>>;
  const replaced = holders.flatMap((name) => {
    const value = held[name];
    return value ? [[name, Array.isArray(value) ? value.map((one) => replace(one)) : replace(value as $ZodType)]] : [];
  });
  // What a library parses is another schema once its parts are.
  return { ...def, ...Object.fromEntries(replaced), original: undefined } as unknown as $ZodTypeDef;
}

/** The members of definitions that are schemas or lists of schemas, in the order in which they are declared. */
const holders = 'element items rest keyType valueType options left right innerType in out'.split(' ');

/** A copy of a schema with its children replaced, and everything else kept: checks, strictness, metadata. */
export function rebuild(schema: $ZodType, replace: Replace, overrides: Partial<$ZodTypeDef> = {}): $ZodType {
  const def = Object.assign(replaceChildren(schema, replace), overrides) as $ZodTypeDef;
  const copy = isUnion(schema) && !isTellable(def) ? plainUnion(def) : clone(schema, def);
  const meta = globalRegistry.get(schema);
  if (meta)
    globalRegistry.add(
      copy as never,
      mapReferences(meta, (shape) => ({ shape: () => replace(shape()) })),
    );
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
