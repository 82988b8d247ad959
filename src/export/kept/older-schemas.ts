import { namedIn } from '../../changes/frozen-constants.js';
import type { Versions } from '../../changes/known-versions.js';
import { type Json, type JsonObject, objectAt, sameJson } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { isOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { ComponentNames } from '../document/component-names.js';
import type { Direction } from '../document/open-api.js';
import { type Member, objectMembers } from '../document/object-members.js';
import { mergeSchemas } from './merge-schemas.js';
import { moveReferences, referenceTo } from './references.js';
import { writeOpenApi30 } from './write-openapi-30.js';

/** A schema of an operation in the newest shape and in that of a version; undefined where one of both has none. */
export interface SchemaPair {
  readonly newer: Schema | undefined;
  readonly older: Schema | undefined;
  readonly io: Direction;
}

/** A component of the source that is another in the version. */
export interface ChangedComponent {
  /** Where the source has it. */
  readonly tokens: readonly string[];
  /** Where the version has it: there too, or under its older name. */
  readonly reference: string;
  readonly schema: Json;
}

/** The schemas of a version, as the source has them where the version changes nothing. */
export class OlderSchemas {
  /** In the order of the changes. */
  readonly changed: readonly ChangedComponent[];
  /** Components that only the version has, by name. */
  readonly added: ReadonlyMap<string, Json>;
  readonly #document: OpenDocument;
  readonly #is30: boolean;
  readonly #newer = new ComponentNames();
  readonly #older = new ComponentNames();
  /** What components of the version are called here, where the source has another of that name. */
  readonly #renamed = new Map<string, string>();
  readonly #versions: Versions;
  readonly #version: string;

  /** `pairs` are all that are asked for later; `locate` finds the component of an id in the source. */
  constructor(
    document: OpenDocument,
    versions: Versions,
    version: string,
    pairs: readonly SchemaPair[],
    locate: (id: string) => readonly string[] | null,
  ) {
    this.#document = document;
    this.#versions = versions;
    this.#version = version;
    this.#is30 = isOpenApi30(document.root);
    for (const { newer, older, io } of pairs) {
      if (newer) this.#newer.add(newer, io, use);
      if (older) this.#older.add(older, io, use);
    }
    const named = namedPairs(pairs, versions, version);
    for (const { newer, older, io } of named) {
      this.#newer.add(newer, io, use);
      this.#older.add(older, io, use);
    }
    const compared = this.#comparedComponents(named, locate);
    const names = this.#addedNames(new Set(compared.map(({ oldName }) => oldName)));
    this.changed = compared.flatMap((one) => this.#changedComponent(one) ?? []);
    this.added = new Map(
      names.map((name) => [this.#nameHere(name), this.#write(this.#older.components()[name] as Json)]),
    );
  }

  /** A schema of the source at the place of a pair, in the version. */
  schemaAt(source: Json | undefined, { newer, older, io }: SchemaPair): Json | undefined {
    if (newer === older) return source;
    if (!older) return undefined;
    const described = this.#write(this.#older.describe(older, io) as Json);
    if (!newer || source === undefined) return described;
    const from = this.#write(this.#newer.describe(newer, io) as Json);
    return mergeSchemas(source, from, described, this.#document.resolve);
  }

  /** The members of an object of parameters; undefined has none. */
  membersOf(schema: Schema | undefined, side: 'newer' | 'older'): readonly Member[] {
    if (!schema) return [];
    const names = side === 'newer' ? this.#newer : this.#older;
    const components = names.components();
    const members = objectMembers(names.describe(schema, 'input'), (one) => {
      const name = typeof one.$ref === 'string' ? tokensOf(one.$ref).at(-1)! : null;
      return name !== null && Object.hasOwn(components, name) ? components[name]! : one;
    });
    return members.map((member) => ({ ...member, schema: this.#write(member.schema as Json) as never }));
  }

  /** A value of the newest shape in that of the version; undefined where the changes cannot convert it. */
  exampleAt(value: Json, newer: Schema | undefined): Json | undefined {
    if (!newer) return undefined;
    try {
      return this.#versions.down(newer, value as never, this.#version) as Json;
    } catch {
      return undefined;
    }
  }

  #write(schema: Json): Json {
    const moved = moveReferences(schema, (reference) => this.#renamed.get(reference));
    return this.#is30 ? writeOpenApi30(moved) : moved;
  }

  /** The components of both sides that are one, each once. */
  #comparedComponents(
    named: readonly NamedPair[],
    locate: (id: string) => readonly string[] | null,
  ): readonly ComparedComponent[] {
    const compared = new Map<string, ComparedComponent>();
    for (const { id, newer, older, io } of named) {
      const [from, to] = [this.#newer.describe(newer, io), this.#older.describe(older, io)];
      const tokens = locate(id);
      if (typeof from.$ref !== 'string' || typeof to.$ref !== 'string' || !tokens) continue;
      const [newName, oldName] = [tokensOf(from.$ref).at(-1)!, tokensOf(to.$ref).at(-1)!];
      if (!compared.has(oldName)) compared.set(oldName, { newer, newName, oldName, tokens });
    }
    return [...compared.values()];
  }

  /** null where the source says the same of it. */
  #changedComponent({ newer, newName, oldName, tokens }: ComparedComponent): ChangedComponent | null {
    const [newBody, oldBody] = [this.#newer.components()[newName], this.#older.components()[oldName]];
    const source = valueAt(this.#document.root, tokens)!;
    const merged = mergeSchemas(
      source,
      this.#write(newBody as Json),
      this.#write(oldBody as Json),
      this.#document.resolve,
    );
    if (merged === source && oldName === newName) return null;
    const reference = oldName === newName ? referenceTo(tokens) : referenceTo(['components', 'schemas', oldName]);
    return { tokens, reference, schema: this.#withExamples(source, merged, newer) };
  }

  /** Examples that the source has and Zod does not know, in the shape of the version. */
  #withExamples(source: Json, merged: Json, newer: Schema): Json {
    const [from, to] = [objectAt(source), objectAt(merged) as Record<string, Json | undefined>];
    const made = { ...to };
    for (const key of ['example', 'default'] as const)
      if (from[key] !== undefined && to[key] === from[key]) made[key] = this.exampleAt(from[key], newer);
    const examples = from['examples'];
    if (Array.isArray(examples) && to['examples'] === examples) {
      const converted = (examples as readonly Json[]).map((one) => this.exampleAt(one, newer));
      made['examples'] = converted.includes(undefined) ? undefined : (converted as readonly Json[]);
    }
    return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as JsonObject;
  }

  /** The components that the version refers to and the source lacks, or has as another schema, which keeps its name. */
  #addedNames(given: ReadonlySet<string>): readonly string[] {
    const [newer, older] = [this.#newer.components(), this.#older.components()];
    const components = objectAt(objectAt(this.#document.root['components'])['schemas']);
    const names = Object.keys(older).filter(
      (name) => !given.has(name) && !(Object.hasOwn(newer, name) && sameJson(newer[name] as Json, older[name] as Json)),
    );
    for (const name of names) {
      if (!Object.hasOwn(components, name)) continue;
      let free = `${name}_v${this.#version}`;
      while (Object.hasOwn(components, free) || Object.hasOwn(older, free)) free += '_';
      this.#renamed.set(componentReference(name), componentReference(free));
    }
    return names;
  }

  #nameHere(name: string): string {
    const renamed = this.#renamed.get(componentReference(name));
    return renamed === undefined ? name : tokensOf(renamed).at(-1)!;
  }
}

const componentReference = (name: string) => referenceTo(['components', 'schemas', name]);

/** What two descriptions call one component of the source. */
interface ComparedComponent {
  readonly newer: Schema;
  readonly newName: string;
  readonly oldName: string;
  readonly tokens: readonly string[];
}

const use = { version: null, hint: () => 'Schema' };

/** A schema with an id that changes reach, in both shapes, for each direction that it is used in. */
interface NamedPair {
  readonly id: string;
  readonly newer: Schema;
  readonly older: Schema;
  readonly io: Direction;
}

function namedPairs(pairs: readonly SchemaPair[], versions: Versions, version: string): readonly NamedPair[] {
  return (['output', 'input'] as const).flatMap((io) => {
    const trees = pairs.flatMap((pair) => (pair.io === io ? (zodTreeOf(pair.newer) ?? []) : []));
    return namedIn(trees).flatMap(([id, tree]) => {
      const newer = tree as unknown as Schema;
      const older = versions.schemaOf(newer, version) as unknown as Schema;
      return older === newer ? [] : [{ id, newer, older, io }];
    });
  });
}
