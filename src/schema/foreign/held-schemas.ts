import { sourceOfValibot } from '../describe/valibot.js';
import { sourceOfZod3 } from '../describe/zod-3.js';
import { isSchema, type Schema } from '../standard-schema.js';

/** A schema inside one of another library, as the library holds it. */
export interface HeldSchema {
  readonly schema: object;
  /** `filter.tags[].kind`; empty for the whole value. */
  readonly path: string;
  readonly within: string;
}

/** Requests are read by the first schema of a pipe, answers are what its last one gives. */
type Side = 'input' | 'output';

/**
 * Where a schema of Valibot or Zod 3 holds some of these, whatever its description says; what is inside them is left out. Of a pipe, the schema
 * counts that changes would go through.
 */
export function heldSchemas(schema: Schema, wanted: readonly object[], side: Side): readonly HeldSchema[] {
  const read = readers[schema['~standard'].vendor];
  if (wanted.length === 0 || !read) return [];
  const keys = new Map(wanted.map((one) => [read.identityOf(one), one]));
  const search = (root: object, start: Place): readonly HeldSchema[] => {
    const seen = new Set<object>();
    const visit = (one: object, place: Place): readonly HeldSchema[] => {
      const own = keys.get(read.identityOf(one));
      if (own) return [{ schema: own, ...place }];
      const merged = read.isMerged ? wanted.filter((part) => read.isMerged!(one, part)) : [];
      if (merged.length > 0)
        return merged.map((schema) => ({ schema, path: place.path, within: 'a type that merges it' }));
      if (seen.has(one)) return [];
      seen.add(one);
      const steps = read.pipeOf(one);
      if (steps) {
        const held = (side === 'input' ? steps : steps.toReversed()).find((step) => search(step, place).length > 0);
        if (!held || (side === 'output' && held !== steps.at(-1) && !read.isOpaque(steps.at(-1)!))) return [];
        return visit(held, { ...place, within: 'a pipe' });
      }
      return read
        .insideOf(one)
        .flatMap(([inner, step, within]) => visit(inner, { path: place.path + step, within: within ?? place.within }));
    };
    return visit(root, start);
  };
  const found = search(schema, { path: '', within: 'a transform' });
  return found.map((one) => ({ ...one, path: one.path.replace(/^\./, '') }));
}

type Place = Pick<HeldSchema, 'path' | 'within'>;

/** A schema, the step to it as a part of a path, and what holds it; undefined for what the schema around it is in. */
type Inside = readonly [schema: object, step: string, within?: string | undefined];

interface Reader {
  /** What is the same for all copies of a schema. */
  readonly identityOf: (schema: object) => unknown;
  /** The schemas that a value goes through one after the other; null for any other schema. */
  readonly pipeOf: (schema: object) => readonly object[] | null;
  readonly isOpaque: (schema: object) => boolean;
  readonly insideOf: (schema: object) => readonly Inside[];
  /** Whether a schema is one that was made of another and has no trace of it. */
  readonly isMerged?: (schema: object, part: object) => boolean;
}

type Values = Readonly<Record<string, unknown>>;

const one = (schema: unknown, step: string, within?: string): readonly Inside[] =>
  isSchema(schema) ? [[schema, step, within]] : [];
const each = (schemas: unknown, stepOf: (name: string) => string, within?: string): readonly Inside[] =>
  Object.entries(Object(schemas) as object).flatMap(([name, schema]) => one(schema, stepOf(name), within));
const asMember = (name: string) => `.${name}`;
const asPlace = (name: string) => `[${name}]`;

const valibotHolders: Readonly<Record<string, string>> = { map: 'a Map', set: 'a Set', function: 'a function' };

const valibot: Reader = {
  identityOf: sourceOfValibot,
  pipeOf: (schema) => {
    const { pipe } = schema as { readonly pipe?: readonly object[] };
    return pipe?.filter((step): step is object => (step as Values)['kind'] === 'schema') ?? null;
  },
  isOpaque: (schema) => ['any', 'unknown'].includes(String((schema as Values)['type'])),
  insideOf: (schema) => {
    const own = schema as Values;
    const type = String(own['type']);
    const within = valibotHolders[type];
    const isTuple = type.includes('tuple');
    return [
      ...each(own['entries'], asMember),
      ...one(own['item'], '[]'),
      ...each(own['items'], asPlace),
      ...one(own['rest'], isTuple ? '[]' : '.*'),
      ...one(own['key'], '.(key)', within),
      ...one(own['value'], '.*', within),
      ...one(own['wrapped'], ''),
      ...each(own['options'], () => ''),
      ...one(readLazily(own['getter']), ''),
    ];
  },
};

const zod3Holders: Readonly<Record<string, string>> = {
  ZodMap: 'a Map',
  ZodSet: 'a Set',
  ZodFunction: 'a function',
  ZodPromise: 'a promise',
};

const zod3: Reader = {
  identityOf: (schema) => sourceOfZod3(definition3(schema)),
  pipeOf: (schema) => {
    const def = definition3(schema);
    return def['typeName'] === 'ZodPipeline' ? ([def['in'], def['out']] as readonly object[]) : null;
  },
  isOpaque: (schema) => ['ZodAny', 'ZodUnknown'].includes(String(definition3(schema)['typeName'])),
  insideOf: (schema) => {
    const def = definition3(schema);
    const kind = String(def['typeName']);
    const within = zod3Holders[kind];
    const shape = typeof def['shape'] === 'function' ? (def['shape'] as () => object)() : undefined;
    return [
      ...each(shape, asMember),
      ...one(def['catchall'], '.*'),
      ...one(def['keyType'], '.(key)', within),
      ...one(def['valueType'], '.*', within),
      ...one(def['type'], kind === 'ZodArray' ? '[]' : '', within),
      ...each(def['items'], asPlace),
      ...one(def['rest'], '[]'),
      ...['innerType', 'schema', 'left', 'right', 'args', 'returns'].flatMap((name) => one(def[name], '', within)),
      ...each(def['options'] instanceof Map ? [...def['options'].values()] : def['options'], () => ''),
      ...one(readLazily(def['getter']), ''),
    ];
  },
};

const definition3 = (schema: object) => (schema as { readonly _def: Values })._def;

/** What a lazy schema returns; undefined where it needs a value to decide. */
function readLazily(getter: unknown): unknown {
  if (typeof getter !== 'function') return undefined;
  try {
    return (getter as (value: unknown) => unknown)(undefined);
  } catch {
    return undefined;
  }
}

/** What ArkType keeps of a type. */
interface ArkNode {
  readonly kind: string;
  /** How the type is written; the same for copies with another description. */
  readonly expression: string;
  readonly meta: { readonly id?: unknown };
  readonly branches?: readonly ArkNode[];
  readonly resolution?: ArkNode;
  readonly inner: { readonly in?: ArkNode; readonly morphs?: readonly object[] };
  readonly structure?: {
    readonly props: readonly { readonly key: unknown; readonly value: ArkNode; readonly expression: string }[];
    readonly index?: readonly { readonly value: ArkNode }[];
    readonly sequence?: { readonly inner: Readonly<Record<string, ArkNode | readonly ArkNode[] | undefined>> };
  };
}

const nodeOf = (schema: object): ArkNode => ('internal' in schema ? schema.internal : schema) as ArkNode;

const arktype: Reader = {
  identityOf: (schema) => nodeOf(schema).expression,
  pipeOf: (schema) => {
    const { kind, inner } = nodeOf(schema);
    return kind === 'morph' ? [...(inner.in ? [inner.in] : []), ...(inner.morphs ?? [])] : null;
  },
  isOpaque: (step) =>
    !('kind' in step) ||
    (step.kind === 'intersection' && !['domain', 'proto', 'structure'].some((part) => part in nodeOf(step).inner)),
  insideOf: (schema) => {
    const { kind, branches = [], structure, resolution } = nodeOf(schema);
    if (kind === 'morph' || !('kind' in nodeOf(schema))) return [];
    const { prefix = [], optionals = [], variadic, postfix = [] } = structure?.sequence?.inner ?? {};
    const places = [prefix, optionals].flat() as readonly ArkNode[];
    const rest = [variadic ?? [], postfix].flat() as readonly ArkNode[];
    return [
      ...(kind === 'union' ? branches.map((branch): Inside => [branch, '']) : []),
      ...(resolution ? [[resolution, ''] as Inside] : []),
      ...(structure?.props ?? []).map(({ key, value }): Inside => [value, `.${String(key)}`]),
      ...(structure?.index ?? []).map(({ value }): Inside => [value, '.*']),
      ...places.map((item, index): Inside => [item, `[${index}]`]),
      ...rest.map((item): Inside => [item, '[]']),
    ];
  },
  isMerged: (schema, part) => {
    const [whole, own] = [nodeOf(schema), nodeOf(part)];
    if (whole.meta?.id !== undefined) return false;
    if (own.kind === 'union') {
      const all = new Set(whole.branches?.map(({ expression }) => expression));
      return whole.kind === 'union' && own.branches!.every(({ expression }) => all.has(expression));
    }
    const members = own.structure?.props ?? [];
    const all = new Set(whole.structure?.props.map(({ expression }) => expression));
    return members.length > 0 && members.every(({ expression }) => all.has(expression));
  },
};

const readers: Readonly<Record<string, Reader>> = { valibot, zod: zod3, arktype };

/** Whether `heldSchemas` knows the library. */
export const isWalked = (schema: Schema) => schema['~standard'].vendor in readers;
