import { namedIn } from '../../changes/frozen-constants.js';
import type { Versions } from '../../changes/known-versions.js';
import { isObject, type Json, type JsonObject, objectAt, sameJson } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { isOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { idOf, isSameSchema } from '../../schema/identity.js';
import { ComponentNames } from '../document/component-names.js';
import type { Direction } from '../document/open-api.js';
import { type Member, objectMembers } from '../document/object-members.js';
import { mergeSchemas } from './merge-schemas.js';
import { moveReferences, plainReference, referenceTo } from './references.js';
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
  readonly changed: readonly ChangedComponent[];
  /** Components that only the version has, by name. */
  readonly added: ReadonlyMap<string, Json>;
  readonly #document: OpenDocument;
  readonly #versions: Versions;
  readonly #version: string;
  readonly #newer = new ComponentNames();
  readonly #older = new ComponentNames();
  /** The components of the source that have a schema of Zod, by direction and id. */
  readonly #compared = new Map<string, ComparedComponent>();
  /** Where references of described schemas lead in the source, and in the version. */
  readonly #places = { newer: new Map<string, string>(), older: new Map<string, string>() };

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
    const named = namedPairs(pairs, versions, version);
    for (const { newer, older, io } of [...pairs, ...named]) {
      if (newer) this.#newer.add(newer, io, use);
      if (older) this.#older.add(older, io, use);
    }
    const compared = named.flatMap((pair) => {
      const one = this.#compare(pair, locate);
      if (one) this.#compared.set(`${pair.io} ${pair.id}`, one);
      return one ?? [];
    });
    const isCompared = new Set(compared.map(({ oldName }) => oldName));
    const own = this.#namesOfVersion(isCompared);
    this.changed = this.#changedComponents(compared.filter(({ isChanged }) => isChanged));
    this.added = new Map(
      own.map((name) => [
        tokensOf(this.#places.older.get(componentReference(name))!).at(-1)!,
        this.#write(this.#older.components()[name] as Json, 'older'),
      ]),
    );
  }

  /** A schema of the source at the place of a pair, in the version. */
  schemaAt(source: Json | undefined, { newer, older, io }: SchemaPair): Json | undefined {
    if (newer === older) return source;
    if (!older) return undefined;
    const referred = newer && this.#referred(source, { newer, older, io });
    if (referred) return referred;
    const described = this.#write(this.#older.describe(older, io) as Json, 'older');
    if (!newer || source === undefined) return described;
    const from = this.#write(this.#newer.describe(newer, io) as Json, 'newer');
    return mergeSchemas(source, from, described, this.#document.resolve);
  }

  /** A reference to a component, with what is said beside it: it leads to what the component is in the version. Null for anything else. */
  #referred(
    source: Json | undefined,
    { newer, older, io }: SchemaPair & { readonly newer: Schema; readonly older: Schema },
  ): Json | null {
    if (!isObject(source) || typeof source['$ref'] !== 'string') return null;
    const known = this.#compared.get(`${io} ${idOf(zodTreeOf(newer)!)}`);
    if (!known || plainReference(source['$ref']) !== referenceTo(known.tokens)) return null;
    if (!isSameSchema(zodTreeOf(older)!, zodTreeOf(known.older)!)) return null;
    return { ...source, $ref: this.#places.older.get(componentReference(known.oldName))! };
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
    return members.map((member) => ({ ...member, schema: this.#write(member.schema as Json, side) as never }));
  }

  /** Follows references of the source. */
  resolve(node: Json | undefined): JsonObject {
    return this.#document.resolve(node);
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

  #write(schema: Json, side: 'newer' | 'older'): Json {
    const moved = moveReferences(schema, (reference) => this.#places[side].get(reference));
    return isOpenApi30(this.#document.root) ? writeOpenApi30(moved) : moved;
  }

  /** What both sides call a component of the source; null for a schema that is none. */
  #compare(
    { id, newer, older, io }: NamedPair,
    locate: (id: string) => readonly string[] | null,
  ): ComparedComponent | null {
    const [from, to] = [this.#newer.describe(newer, io), this.#older.describe(older, io)];
    const tokens = locate(id);
    if (typeof from.$ref !== 'string' || typeof to.$ref !== 'string' || !tokens) return null;
    const [newName, oldName] = [tokensOf(from.$ref).at(-1)!, tokensOf(to.$ref).at(-1)!];
    const olderId = idOf(zodTreeOf(older)!) ?? id;
    const reference = olderId === id ? referenceTo(tokens) : componentReference(this.#freeName(olderId));
    this.#places.newer.set(componentReference(newName), referenceTo(tokens));
    this.#places.older.set(componentReference(oldName), reference);
    return { newer, older, newName, oldName, tokens, reference, isChanged: older !== newer };
  }

  #changedComponents(compared: readonly ComparedComponent[]): readonly ChangedComponent[] {
    const merged = new Map<string, Json>();
    for (const one of compared) {
      const schema = this.#mergedComponent(one);
      const known = merged.get(one.reference);
      if (known === undefined || sameJson(known, schema)) merged.set(one.reference, schema);
      // What requests and answers have otherwise, only one of them can be.
      else this.#places.older.set(componentReference(one.oldName), componentReference(this.#freeName(one.oldName)));
    }
    const changed = new Map<string, ChangedComponent>();
    for (const one of compared) {
      const { tokens, newer, oldName } = one;
      const source = valueAt(this.#document.root, tokens)!;
      const schema = this.#mergedComponent(one);
      const reference = this.#places.older.get(componentReference(oldName))!;
      if (schema === source && reference === referenceTo(tokens)) continue;
      changed.set(reference, { tokens, reference, schema: this.#withExamples(source, schema, newer) });
    }
    return [...changed.values()];
  }

  #mergedComponent({ newName, oldName, tokens }: ComparedComponent): Json {
    return mergeSchemas(
      valueAt(this.#document.root, tokens)!,
      this.#write(this.#newer.components()[newName] as Json, 'newer'),
      this.#write(this.#older.components()[oldName] as Json, 'older'),
      this.#document.resolve,
    );
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
  #namesOfVersion(compared: ReadonlySet<string>): readonly string[] {
    const [newer, older] = [this.#newer.components(), this.#older.components()];
    const names = Object.keys(older).filter(
      (name) =>
        !compared.has(name) && !(Object.hasOwn(newer, name) && sameJson(newer[name] as Json, older[name] as Json)),
    );
    for (const name of names)
      this.#places.older.set(componentReference(name), componentReference(this.#freeName(name)));
    return names;
  }

  /** A name that no component of the source has. */
  #freeName(name: string): string {
    const components = objectAt(objectAt(this.#document.root['components'])['schemas']);
    let free = Object.hasOwn(components, name) ? `${name}_v${this.#version}` : name;
    while (Object.hasOwn(components, free)) free += '_';
    return free;
  }
}

const use = { version: null, hint: () => 'Schema' };

const componentReference = (name: string) => referenceTo(['components', 'schemas', name]);

/** What two descriptions call one component of the source. */
interface ComparedComponent {
  readonly newer: Schema;
  readonly older: Schema;
  readonly newName: string;
  readonly oldName: string;
  readonly tokens: readonly string[];
  /** Where the version has it. */
  readonly reference: string;
  readonly isChanged: boolean;
}

/** A schema with an id in both shapes, for each direction that it is used in. */
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
      return [{ id, newer, older, io }];
    });
  });
}
