import type { Schema } from '../../schema/standard-schema.js';
import { compareVersions } from '../../text/version-order.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { Direction, JsonSchema } from './open-api.js';
import { definitionKey } from '../../schema/describe/definition-key.js';
import { readJsonSchema } from '../../schema/describe/read-json-schema.js';
import type { SchemaWithDefinitions } from '../../schema/describe/schema-reader.js';
import { replaceReferences } from '../../schema/describe/walk-schema.js';

interface Use {
  readonly version: string | null;
  /** The name of a component without an id. */
  readonly hint: () => string;
}

/** Definitions with equal content. */
interface Variant {
  readonly id: string;
  readonly reading: SchemaWithDefinitions;
  readonly key: string;
  readonly directions: Set<Direction>;
  readonly versions: Set<string | null>;
}

const prefix = '#/$defs/';

/** A reading whose definitions have names in a document. */
interface NamedReading {
  readonly root: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** Documents of neighbouring versions share most readings, and give their definitions the same names. */
const fingerprints = new WeakMap<SchemaWithDefinitions, Map<string, string>>();
const namedReadings = new WeakMap<SchemaWithDefinitions, Map<string, NamedReading>>();

/** Collects the schemas of a document, then names their shared components: `add` every schema before the first `describe`. */
export class ComponentNames {
  readonly #readings: Readonly<Record<Direction, Map<Schema, SchemaWithDefinitions>>> = {
    input: new Map(),
    output: new Map(),
  };
  readonly #variants = new Map<string, Variant>();
  readonly #named = new Map<SchemaWithDefinitions, NamedReading>();
  #names: ReadonlyMap<string, string> | null = null;
  #components: Readonly<Record<string, JsonSchema>> | null = null;

  add(schema: Schema, io: Direction, { version, hint }: Use): void {
    let reading = this.#readings[io].get(schema);
    if (!reading) this.#readings[io].set(schema, (reading = readJsonSchema(schema, io)));
    for (const key of Object.keys(reading.definitions)) {
      const fingerprint = fingerprintOf(reading, key);
      const variant = this.#variants.get(fingerprint) ?? {
        id: reading.definitions[key]!.id ?? hint(),
        reading,
        key,
        directions: new Set<Direction>(),
        versions: new Set<string | null>(),
      };
      variant.directions.add(io);
      variant.versions.add(version);
      this.#variants.set(fingerprint, variant);
    }
  }

  /** Equal objects for equal names: the same object in each document that gives the schema's definitions the same names. */
  describe(schema: Schema, io: Direction): JsonSchema {
    return this.#nameIn(this.#readings[io].get(schema)!).root;
  }

  components(): Readonly<Record<string, JsonSchema>> {
    return (this.#components ??= this.#nameComponents());
  }

  #nameComponents(): Readonly<Record<string, JsonSchema>> {
    const names = (this.#names ??= assignNames(this.#variants));
    const entries = [...this.#variants].map(
      ([fingerprint, { reading, key }]) => [names.get(fingerprint)!, this.#nameIn(reading).definitions[key]!] as const,
    );
    return Object.fromEntries(entries.sort(([a], [b]) => codeUnitOrder(a, b)));
  }

  /** The names of a document do not change once there are any. */
  #nameIn(reading: SchemaWithDefinitions): NamedReading {
    const before = this.#named.get(reading);
    if (before) return before;
    const names = (this.#names ??= assignNames(this.#variants));
    const known = remembered(namedReadings, reading);
    const keys = Object.keys(reading.definitions);
    const given = keys.map((key) => names.get(fingerprintOf(reading, key))!).join('\n');
    const named = known.get(given) ?? nameReading(reading, (key) => names.get(fingerprintOf(reading, key)));
    known.set(given, named);
    this.#named.set(reading, named);
    return named;
  }
}

function nameReading(
  { root, definitions }: SchemaWithDefinitions,
  nameOf: (key: string) => string | undefined,
): NamedReading {
  const refer = (schema: JsonSchema) =>
    replaceReferences(schema, (reference) => {
      const [key, ...rest] = reference.slice(prefix.length).split('/');
      const name = reference.startsWith(prefix) && Object.hasOwn(definitions, key!) && nameOf(key!);
      return name ? ['#/components/schemas', name, ...rest].join('/') : reference;
    });
  const entries = Object.entries(definitions);
  return {
    root: entries.length === 0 ? root : refer(root),
    definitions: Object.fromEntries(entries.map(([key, { schema }]) => [key, refer(schema)])),
  };
}

function remembered<T>(
  memory: WeakMap<SchemaWithDefinitions, Map<string, T>>,
  reading: SchemaWithDefinitions,
): Map<string, T> {
  const known = memory.get(reading) ?? new Map<string, T>();
  memory.set(reading, known);
  return known;
}

/** The content of a definition and its references, identified by order of appearance instead of by key. */
function fingerprintOf(reading: SchemaWithDefinitions, key: string): string {
  const known = remembered(fingerprints, reading);
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const order: string[] = [key];
  const parts: string[] = [];
  for (let index = 0; index < order.length; index++) {
    const { id, schema } = reading.definitions[order[index]!]!;
    parts.push(
      JSON.stringify([
        id,
        replaceReferences(schema, (reference) => {
          const [name = '', ...rest] = reference.slice(prefix.length).split('/');
          if (!reference.startsWith(prefix) || !Object.hasOwn(reading.definitions, name)) return reference;
          if (!order.includes(name)) order.push(name);
          return [order.indexOf(name), ...rest].join('/');
        }),
      ]),
    );
  }
  const fingerprint = parts.join('\n');
  known.set(key, fingerprint);
  return fingerprint;
}

/** A unique name for each variant: its id, with the direction, the oldest version that has it, or a number where several share the id. */
function assignNames(variants: ReadonlyMap<string, Variant>): ReadonlyMap<string, string> {
  const byId = new Map<string, (readonly [string, Variant])[]>();
  for (const entry of variants) byId.set(entry[1].id, [...(byId.get(entry[1].id) ?? []), entry]);
  const names = new Map<string, string>();
  const given = new Set<string>();
  const give = (group: readonly (readonly [string, Variant])[], base: string, free: boolean): void => {
    const isFree = (name: string) => !given.has(name) && (!byId.has(name) || (free && name === base));
    for (const [fingerprint, { versions }] of group) {
      const wanted = definitionKey(group.length > 1 && !versions.has(null) ? `${base}_v${oldest(versions)}` : base);
      let name = wanted;
      for (let count = 2; !isFree(name); count++) name = `${wanted}${count}`;
      given.add(name);
      names.set(fingerprint, name);
    }
  };
  for (const [id, group] of byId) {
    const outputs = group.filter(([, { directions }]) => directions.has('output'));
    const inputs = group.filter(([, { directions }]) => !directions.has('output'));
    give(outputs, id, true);
    give(inputs, outputs.length > 0 ? `${id}Input` : id, outputs.length === 0);
  }
  return names;
}

const oldest = (versions: ReadonlySet<string | null>) => [...versions].map(String).sort(compareVersions)[0]!;

export interface DescribedSchema {
  /** References its components as `#/components/schemas/<name>`. */
  readonly jsonSchema: JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** A schema in JSON Schema 2020-12; throws an UndescribableSchemaError that names the place. */
export function describeSchema(schema: Schema, io: Direction): DescribedSchema {
  const names = new ComponentNames();
  names.add(schema, io, { version: null, hint: () => 'Schema' });
  return { jsonSchema: names.describe(schema, io), components: names.components() };
}
