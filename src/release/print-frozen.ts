import { $ZodTuple, type $ZodType } from 'zod/v4/core';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import { readJsonSchema } from '../schema/describe/read-json-schema.js';
import { UndescribableSchemaError } from '../schema/describe/schema-reader.js';
import { idOf } from '../schema/identity.js';
import { isSchema } from '../schema/standard-schema.js';
import { internalMembers } from '../schema/without-internal.js';
import { childrenOf, definitionOf, isZod } from '../schema/zod-tree.js';
import { printShapes, type Shape, writeModule } from '../source/print-shapes.js';
import { call, literal } from '../source/syntax.js';

/** What a module of changes imports. */
export interface Binding {
  readonly local: string;
  readonly value: unknown;
  /** `../book.js` */
  readonly specifier: string;
  /** Whether it is frozen already, for another version. */
  readonly isFrozen?: boolean;
}

export interface FrozenShapes {
  /** The module of the shapes; null where nothing is to be frozen. */
  readonly text: string | null;
  /** The constant of each schema, by the name that the module of changes imports it under. */
  readonly constants: Readonly<Record<string, string>>;
  /** Why schemas cannot be frozen, a sentence each, with what to write. */
  readonly refusals: readonly string[];
}

/** Writes the schemas among what a module imports, and all that have ids inside them, as they are as of a version. */
export function printFrozen(bindings: readonly Binding[], asOf: (schema: $ZodType) => $ZodType): FrozenShapes {
  const schemas = bindings
    .filter(({ value }) => isSchema(value))
    .map((one) => ({ ...one, value: isZod(one.value) ? asOf(one.value) : one.value }));
  const refusals = schemas.flatMap((one) => refusalOf(one) ?? []);
  if (refusals.length > 0 || schemas.length === 0) return { text: null, constants: {}, refusals };
  const older = schemas.map(({ value }) => value);
  const all = new $ZodTuple({ type: 'tuple', items: older as never, rest: null });
  const { root, definitions } = readJsonSchema(all as never, 'input');
  const repeated = repeatedId(definitions);
  if (repeated !== null)
    return {
      text: null,
      constants: {},
      refusals: [`Two schemas that differ have the id "${repeated}". Give each an id of its own: .meta({ id: '…' }).`],
    };
  const shapes: readonly Shape[] = Object.entries(definitions).map(([key, { id, schema }]) => ({
    name: id ?? key,
    id,
    schema: schema as Json,
  }));
  const byKey = new Map(Object.keys(definitions).map((key, index) => [key, shapes[index]!]));
  const shapeAt = ({ $ref }: JsonObject) => byKey.get(tokensOf(String($ref)).at(-1)!);
  const printed = printShapes(
    { shapes, target: (node) => shapeAt(node)?.schema },
    { defaults: 'filled', taken: ['frozen'], wrap: (id, schema) => call('frozen', literal(id), schema) },
  );
  const items = (root as { readonly prefixItems?: readonly Json[] }).prefixItems ?? [];
  const constantOf = (index: number) => {
    const item = items[index];
    const shape = isObject(item) ? shapeAt(item) : undefined;
    return printed.constants.get(shape!)!;
  };
  return {
    text: writeModule(['import { frozen } from "svckit";', 'import { z } from "zod";'], printed, printed.declarations),
    constants: Object.fromEntries(schemas.map(({ local }, index) => [local, constantOf(index)])),
    refusals,
  };
}

/** The ids of the live schemas that changes reshape; a frozen shape has none. */
export const liveSchemas = (named: readonly $ZodType[]): readonly string[] => [
  ...new Set(named.flatMap((schema) => idOf(schema) ?? [])),
];

function repeatedId(definitions: Readonly<Record<string, { readonly id: string | null }>>): string | null {
  const ids = Object.values(definitions).flatMap(({ id }) => id ?? []);
  return ids.find((id, index) => ids.indexOf(id) !== index) ?? null;
}

function refusalOf({ local, value, specifier, isFrozen }: Binding): string | null {
  const name = `${local} of ${specifier}`;
  const constant = `Write the shape as a constant beside the changes instead of importing it.`;
  if (!isZod(value))
    return `${name} is a schema of another library than Zod 4, which cannot be written as source. ${constant}`;
  if (isFrozen === true)
    return `${name} is frozen for another version. Import the schema that handlers use; it means this version's shape.`;
  const unlike = findUnlike(value);
  if (unlike) return `${name} takes another type than it returns at ${unlike.place}: ${unlike.what}. ${constant}`;
  const [hidden] = internalMembers(value);
  if (hidden !== undefined) return `${name} has the internal member ${hidden}, which no JSON Schema shows. ${constant}`;
  try {
    readJsonSchema(value, 'input');
  } catch (error) {
    if (error instanceof UndescribableSchemaError) return `${name}: ${error.message}`;
    throw error;
  }
  if (idOf(value) === undefined)
    return `${name} has no id. Write .meta({ id: '${local}' }) where it is declared, or ${constant.toLowerCase()}`;
  return null;
}

/** Kinds whose values are not what JSON carries, or not what they are made from. */
const unlikeKinds: Readonly<Record<string, string>> = {
  pipe: 'a transform or a pipe',
  transform: 'a transform',
  catch: 'a catch',
  date: 'a Date',
  bigint: 'a bigint',
  map: 'a Map',
  set: 'a Set',
  promise: 'a promise',
  symbol: 'a symbol',
  function: 'a function',
  file: 'a file',
  custom: 'of a custom kind',
};

interface Unlike {
  readonly what: string;
  /** `address.city`, `items[]` */
  readonly place: string;
}

/** The first place where the type that a schema takes is not the one that it returns. */
function findUnlike(schema: $ZodType, place = '', seen = new Set<$ZodType>()): Unlike | null {
  if (seen.has(schema)) return null;
  seen.add(schema);
  const def = definitionOf(schema);
  const isCoerced = (def as { readonly coerce?: boolean }).coerce === true;
  const what = isCoerced ? 'a coercion' : unlikeKinds[def.type];
  if (what !== undefined) return { what, place: place === '' ? 'its top' : place };
  const steps: readonly (readonly [string, $ZodType])[] =
    def.type === 'object'
      ? Object.entries(def.shape).map(([name, member]) => [
          `${place === '' ? '' : `${place}.`}${name}`,
          member as $ZodType,
        ])
      : childrenOf(schema).map((child) => [def.type === 'array' ? `${place}[]` : place, child]);
  for (const [step, child] of steps) {
    const found = findUnlike(child, step, seen);
    if (found) return found;
  }
  return null;
}
