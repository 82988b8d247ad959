import { $ZodTuple, type $ZodType, globalRegistry, JSONSchemaGenerator, toJSONSchema } from 'zod/v4/core';
import type { Direction, JsonSchema } from './json-schema.js';
import {
  type Definition,
  type SchemaReader,
  type SchemaWithDefinitions,
  schemaPlace,
  UndescribableSchemaError,
} from './schema-reader.js';
import { withoutInternal } from '../without-internal.js';
import { mapReferences, referredBy } from '../metadata-references.js';
import { givenBy, schemasIn } from '../zod-tree.js';
import { describedAs } from '../foreign/leaf.js';
import { definitionKey } from './definition-key.js';
import { describeIntersections, refusesNames, sidesMark } from './intersections.js';
import { mapSchema, replaceReferences } from './walk-schema.js';
import { roundBounds } from './whole-bounds.js';

type Params = NonNullable<Parameters<typeof toJSONSchema>[1]>;
type Registry = NonNullable<Params['metadata']>;

/** Reads schemas of Zod 4, classic and mini. */
export const zodReader: SchemaReader<$ZodType> = {
  recognises: (schema): schema is $ZodType => typeof schema === 'object' && schema !== null && '_zod' in schema,
  read: readZod,
  acceptsAbsence: ({ _zod }) => _zod.optin !== undefined,
};

/** What JSON carries for kinds that it lacks. */
const standIns: Readonly<Record<string, JsonSchema>> = {
  date: { type: 'string', format: 'date-time' },
  bigint: { type: 'integer', format: 'int64' },
  undefined: { not: {} },
  void: { not: {} },
  transform: {},
  literal: {},
};

/** Marks a schema until its metadata is known. */
const mark = 'x-undescribable';
type Undescribable = readonly [what: string, place: string];

const kinds: Readonly<Record<string, string>> = {
  map: 'a Map',
  set: 'a Set',
  symbol: 'a symbol',
  nan: 'NaN',
  function: 'a function',
  custom: 'of a custom kind',
};

function readZod(schema: $ZodType, io: Direction): SchemaWithDefinitions {
  const names = new LocalNames();
  let undescribable = false;
  let intersected = false;
  const shown = withoutInternal(schema);
  // Inside a list, the schema itself becomes a definition if it has an id or refers to itself.
  const list = new $ZodTuple({ type: 'tuple', items: [shown, ...names.readReferred(shown)], rest: null });
  const wrapped = describe(list, {
    io,
    metadata: names.registry,
    unrepresentable: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def;
      if (standIns[type]) return standIns[type] as never;
      const unknown: Undescribable = [kinds[type] ?? `of the kind ${type}`, schemaPlace(path.slice(2))];
      undescribable = true;
      return { [mark]: unknown };
    },
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      const described = describedAs(zodSchema);
      if (described) return restate(jsonSchema, described, globalRegistry.get(zodSchema));
      // Responses keep members that a plain object does not declare.
      if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
      if (def.type === 'intersection' && jsonSchema.allOf && refusesNames(zodSchema)) {
        jsonSchema[sidesMark] = jsonSchema.allOf;
        delete jsonSchema.allOf;
        intersected = true;
      }
      roundBounds(jsonSchema);
      if (isMadeAnew(zodSchema)) delete jsonSchema.default;
    },
  }) as { readonly prefixItems: readonly JsonSchema[]; readonly $defs?: Readonly<Record<string, JsonSchema>> };
  const joined = (read: JsonSchema) => (intersected ? describeIntersections(read, wrapped.$defs ?? {}) : read);
  const finish = (read: JsonSchema) => (undescribable ? mapSchema(joined(read), requireDescription) : joined(read));
  const definitions: Record<string, Definition> = {};
  for (const [key, value] of Object.entries(wrapped.$defs ?? {})) {
    const { id: _, ...rest } = value;
    definitions[key] = { id: names.idOf(key), schema: finish(rest) };
  }
  return withoutAliases({ root: finish(wrapped.prefixItems[0]!), definitions });
}

/** In circles, Zod makes a definition of what is only a reference to another one. */
function withoutAliases({ root, definitions }: SchemaWithDefinitions): SchemaWithDefinitions {
  const aliases = new Map<string, string>();
  for (const [key, { id, schema }] of Object.entries(definitions))
    if (id === null && typeof schema.$ref === 'string' && Object.keys(schema).length === 1)
      aliases.set(`#/$defs/${key}`, schema.$ref);
  if (aliases.size === 0) return { root, definitions };
  const leadsTo = (reference: string, passed = new Set<string>()): string => {
    const next = passed.has(reference) ? undefined : aliases.get(reference);
    return next === undefined ? reference : leadsTo(next, passed.add(reference));
  };
  const direct = (schema: JsonSchema) => replaceReferences(schema, (reference) => leadsTo(reference));
  const kept = Object.entries(definitions).filter(([key]) => leadsTo(`#/$defs/${key}`) === `#/$defs/${key}`);
  return {
    root: direct(root),
    definitions: Object.fromEntries(kept.map(([key, { id, schema }]) => [key, { id, schema: direct(schema) }])),
  };
}

/** The converter of Zod goes into each schema, which a chain of a thousand with ids overflows: they are read from the inside out. */
function describe(schema: $ZodType, params: Params): object {
  try {
    return toJSONSchema(schema, params);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const generator = new JSONSchemaGenerator(params as ConstructorParameters<typeof JSONSchemaGenerator>[0]);
    const named = [...schemasIn([schema])].filter((inner) => globalRegistry.get(inner)?.id !== undefined);
    for (const inner of [...named.toReversed(), schema]) generator.process(inner);
    return generator.emit(schema);
  }
}

/** A kind that JSON Schema cannot express is described by its metadata, such as `.meta({ type: 'string' })`. */
function requireDescription({ [mark]: found, ...node }: JsonSchema): JsonSchema {
  if (found === undefined || ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in node))
    return node;
  throw new UndescribableSchemaError(...(found as Undescribable));
}

/** What another library says about a leaf is shown word for word, below what a copy of it adds. */
function restate(jsonSchema: Record<string, unknown>, described: JsonSchema, meta: object | undefined): void {
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
  const { id: _, ...said } = { ...described, ...meta } as Record<string, unknown>;
  Object.assign(jsonSchema, said);
}

/** A default that differs each time, such as the current date, does not belong in a description. */
function isMadeAnew(schema: $ZodType): boolean {
  const given = givenBy(schema);
  if (!given) return false;
  const { value } = given;
  return value instanceof Date || JSON.stringify(value) !== JSON.stringify(givenBy(schema)?.value);
}

/** Gives schemas with the same id different keys; `ComponentNames` names them later. */
class LocalNames {
  readonly #keys = new Map<$ZodType, string>();
  readonly #ids = new Map<string, string | null>();
  readonly #referred = new Set<$ZodType>();

  readonly registry = {
    get: (schema: $ZodType) => {
      const meta = globalRegistry.get(schema);
      const isDefinition = meta?.id !== undefined || this.#referred.has(schema);
      const said = mapReferences(meta, (shape) => ({ $ref: this.#addressOf(withoutInternal(shape())) }));
      return isDefinition ? { ...said, id: this.#keyOf(schema, meta?.id) } : said;
    },
    has: (schema: $ZodType) => globalRegistry.has(schema) || this.#referred.has(schema),
  } as unknown as Registry;

  /** The schemas that metadata refers to anywhere inside a schema, which become definitions whether they have an id or not. */
  readReferred(schema: $ZodType): readonly $ZodType[] {
    for (const inner of schemasIn([schema]))
      for (const one of referredBy(inner)) this.#referred.add(withoutInternal(one));
    return [...this.#referred];
  }

  #addressOf(schema: $ZodType): string {
    return `#/$defs/${this.#keyOf(schema, globalRegistry.get(schema)?.id)}`;
  }

  idOf(key: string): string | null {
    return this.#ids.get(key) ?? null;
  }

  #keyOf(schema: $ZodType, id: string | undefined): string {
    const known = this.#keys.get(schema);
    if (known) return known;
    const base = definitionKey(id ?? 'Schema');
    let key = base;
    for (let count = 2; this.#ids.has(key); count++) key = `${base}.${count}`;
    this.#keys.set(schema, key);
    this.#ids.set(key, id ?? null);
    return key;
  }
}
