import type { $ZodType } from 'zod/v4/core';
import { pictureSides } from '../schema/foreign/library-pipe.js';
import { rootOf, SchemaMap } from '../schema/identity.js';
import { insideOf, schemasIn } from '../schema/zod-tree.js';
import type { Change } from './change.js';
import { Conversions } from './conversions.js';
import { frozenOf } from './frozen.js';
import { FrozenLinks, type LinkedHop } from './frozen-links.js';
import type { Conversion, Course, DeclaredReshape, Hop } from './hop.js';
import { OlderSchemas } from './older-schemas.js';

/** The hops of a list of versions, the newest first; one fewer than there are versions. */
export interface CompiledHops {
  readonly hops: readonly Hop[];
  /** Lets frozen constants stand for the schemas with an id in these, which handlers use. */
  readonly meet: (schemas: readonly $ZodType[]) => void;
}

/** A version, or a preview above all of them, and its changes. */
export interface HopSource {
  readonly version: string;
  readonly changes: readonly Change[];
  readonly preview?: string;
}

/** `versions` begin with the oldest. */
export function compileHops(versions: readonly HopSource[]): CompiledHops {
  const hops: CompiledHop[] = [];
  let links: FrozenLinks | null = null;
  const linked = () => (links ??= new FrozenLinks(hops));
  for (let position = versions.length - 1; position > 0; position--) {
    const { version, changes, preview = null } = versions[position]!;
    const resolve: Resolve = (schema) => linked().resolve(schema, versions.length - 1 - position);
    const hop = new CompiledHop(version, preview, versions[position - 1]!.version, changes, [...hops], resolve);
    for (const newer of hops) newer.earlier.push(hop);
    hops.push(hop);
  }
  return { hops, meet: (schemas) => linked().meet(schemas) };
}

/** A schema that a change of an operation names, without frozen constants. */
type Resolve = (schema: $ZodType) => $ZodType;

class CompiledHop implements Hop, LinkedHop {
  readonly reshapes: DeclaredReshape[] = [];
  readonly earlier: Hop[] = [];
  readonly #reshapes = new SchemaMap<DeclaredReshape>();
  readonly #touched = new Map<$ZodType, boolean>();
  readonly #schemas = new OlderSchemas(this);
  readonly #conversions = new Conversions(this);

  constructor(
    readonly version: string,
    readonly preview: string | null,
    readonly previous: string,
    readonly changes: readonly Change[],
    readonly newer: readonly Hop[],
    readonly resolve: Resolve,
  ) {
    for (const change of changes)
      for (const reshape of change.reshapes)
        if (!frozenOf(reshape.trees.after)) this.declare({ reshape, change, declared: reshape });
  }

  declare(declared: DeclaredReshape): void {
    const { after } = declared.reshape.trees;
    const known = this.reshapes.findIndex(
      (one) => one.declared === declared.declared && one.reshape.trees.after === after,
    );
    this.reshapes.splice(known < 0 ? this.reshapes.length : known, 1, declared);
    for (const side of [after, ...(pictureSides(after) ?? [])])
      if (known < 0) this.#reshapes.set(side, declared);
      else this.#reshapes.replace(side, declared);
  }

  find(schema: $ZodType): DeclaredReshape | undefined {
    return this.#reshapes.get(schema);
  }

  touches(schema: $ZodType): boolean {
    if (!this.#reshapes.meets(rootsIn(schema))) return false;
    const known = this.#touched.get(schema);
    if (known !== undefined) return known;
    const isTouched = (one: $ZodType) => this.#touched.get(one) ?? this.find(one) !== undefined;
    const found = [...schemasIn([schema])].some(isTouched);
    this.#touched.set(schema, found);
    return found;
  }

  reshapesIn(schema: $ZodType): readonly DeclaredReshape[] {
    if (!this.touches(schema)) return [];
    const seen = new Set<$ZodType>([schema]);
    const found = new Set<DeclaredReshape>();
    for (const current of seen) {
      const own = this.find(current);
      if (own) found.add(own);
      for (const child of own ? [this.asNamed(own.reshape.trees.before)] : insideOf(current)) seen.add(child);
    }
    return [...found];
  }

  asNamed<S extends $ZodType>(schema: S): S {
    return this.newer.reduce<$ZodType>((current, hop) => hop.older(current), this.resolve(schema)) as S;
  }

  asNamedBare<S extends $ZodType>(schema: S): S {
    return this.newer.reduce<$ZodType>((current, hop) => hop.olderFilled(current), this.resolve(schema)) as S;
  }

  older(schema: $ZodType): $ZodType {
    return this.#schemas.of(schema, 'whole');
  }

  olderBare(schema: $ZodType): $ZodType {
    return this.#schemas.of(schema, 'bare');
  }

  olderFilled(schema: $ZodType): $ZodType {
    return this.#schemas.of(schema, 'filled');
  }

  conversion(schema: $ZodType, course: Course): Conversion | null {
    return this.#conversions.of(schema, course);
  }
}

const roots = new WeakMap<$ZodType, ReadonlySet<$ZodType>>();

/** The originals of everything in a schema, found once for all versions. */
function rootsIn(schema: $ZodType): ReadonlySet<$ZodType> {
  const known = roots.get(schema);
  if (known) return known;
  const found = new Set([...schemasIn([schema])].map(rootOf));
  roots.set(schema, found);
  return found;
}
