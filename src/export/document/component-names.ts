import type { Schema } from '../../schema/standard-schema.js';
import { compareVersions } from '../../text/version-order.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { Direction, JsonSchema } from './open-api.js';
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

/** Collects the schemas of a document, then names their shared components: `add` every schema before the first `describe`. */
export class ComponentNames {
  readonly #readings: Readonly<Record<Direction, Map<Schema, SchemaWithDefinitions>>> = {
    input: new Map(),
    output: new Map(),
  };
  readonly #variants = new Map<string, Variant>();
  readonly #fingerprints = new Map<SchemaWithDefinitions, Map<string, string>>();
  #names: ReadonlyMap<string, string> | null = null;
  #components: Readonly<Record<string, JsonSchema>> | null = null;
  readonly #described: Readonly<Record<Direction, Map<Schema, JsonSchema>>> = { input: new Map(), output: new Map() };

  add(schema: Schema, io: Direction, { version, hint }: Use): void {
    let reading = this.#readings[io].get(schema);
    if (!reading) this.#readings[io].set(schema, (reading = readJsonSchema(schema, io)));
    for (const key of Object.keys(reading.definitions)) {
      const fingerprint = this.#fingerprint(reading, key);
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

  describe(schema: Schema, io: Direction): JsonSchema {
    const known = this.#described[io].get(schema);
    if (known) return known;
    const reading = this.#readings[io].get(schema)!;
    const described = this.#refer(reading, reading.root);
    this.#described[io].set(schema, described);
    return described;
  }

  components(): Readonly<Record<string, JsonSchema>> {
    return (this.#components ??= this.#nameComponents());
  }

  #nameComponents(): Readonly<Record<string, JsonSchema>> {
    const names = (this.#names ??= assignNames(this.#variants));
    const entries = [...this.#variants].map(
      ([fingerprint, { reading, key }]) =>
        [names.get(fingerprint)!, this.#refer(reading, reading.definitions[key]!.schema)] as const,
    );
    return Object.fromEntries(entries.sort(([a], [b]) => codeUnitOrder(a, b)));
  }

  #refer(reading: SchemaWithDefinitions, schema: JsonSchema): JsonSchema {
    const names = (this.#names ??= assignNames(this.#variants));
    if (Object.keys(reading.definitions).length === 0) return schema;
    return replaceReferences(schema, (reference) => {
      const [key, ...rest] = reference.slice(prefix.length).split('/');
      const name = reference.startsWith(prefix) && names.get(this.#fingerprint(reading, key!));
      return name ? ['#/components/schemas', name, ...rest].join('/') : reference;
    });
  }

  /** The content of a definition and its references, identified by order of appearance instead of by key. */
  #fingerprint(reading: SchemaWithDefinitions, key: string): string {
    const known = this.#fingerprints.get(reading) ?? new Map<string, string>();
    this.#fingerprints.set(reading, known);
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
      const wanted = sanitize(group.length > 1 && !versions.has(null) ? `${base}_v${oldest(versions)}` : base);
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

const sanitize = (name: string) => name.replaceAll(/[^\w.-]/g, '_');

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
