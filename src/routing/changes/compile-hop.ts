import type { $ZodType } from 'zod/v4/core';
import { pictureSides } from '../../schema/foreign/library-pipe.js';
import { rootOf, SchemaMap } from '../../schema/identity.js';
import { childrenOf } from '../../schema/zod-tree.js';
import type { Change } from './change.js';
import { Conversions } from './conversions.js';
import type { Conversion, DeclaredReshape, Direction, Hop } from './hop.js';
import { OlderSchemas } from './older-schemas.js';

/** The hops of a list of versions, the newest first; one fewer than there are versions. `versions` begin with the oldest. */
export function compileHops(
  versions: readonly { readonly version: string; readonly changes: readonly Change[] }[],
): readonly Hop[] {
  const hops: CompiledHop[] = [];
  for (let position = versions.length - 1; position > 0; position--) {
    const { version, changes } = versions[position]!;
    const hop = new CompiledHop(version, versions[position - 1]!.version, changes, [...hops]);
    for (const newer of hops) newer.earlier.push(hop);
    hops.push(hop);
  }
  return hops;
}

class CompiledHop implements Hop {
  readonly operations: Hop['operations'];
  readonly earlier: Hop[] = [];
  readonly #reshapes = new SchemaMap<DeclaredReshape>();
  readonly #touched = new Map<$ZodType, boolean>();
  readonly #schemas = new OlderSchemas(this);
  readonly #conversions = new Conversions(this);

  constructor(
    readonly version: string,
    readonly previous: string,
    readonly changes: readonly Change[],
    readonly newer: readonly Hop[],
  ) {
    for (const change of changes)
      for (const reshape of change.reshapes)
        for (const side of [reshape.trees.after, ...(pictureSides(reshape.trees.after) ?? [])])
          this.#reshapes.set(side, { reshape, change });
    this.operations = changes.flatMap((change) => change.operations.map((one) => ({ ...one, change })));
  }

  find(schema: $ZodType): DeclaredReshape | undefined {
    return this.#reshapes.get(schema);
  }

  touches(schema: $ZodType): boolean {
    if (!this.#reshapes.meets(rootsIn(schema))) return false;
    const known = this.#touched.get(schema);
    if (known !== undefined) return known;
    const seen = new Set<$ZodType>([schema]);
    let found = false;
    for (const current of seen) {
      found = this.#touched.get(current) ?? this.find(current) !== undefined;
      if (found) break;
      for (const child of childrenOf(current)) seen.add(child);
    }
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
      for (const child of own ? [this.asNamed(own.reshape.trees.before)] : childrenOf(current)) seen.add(child);
    }
    return [...found];
  }

  asNamed<S extends $ZodType>(schema: S): S {
    return this.newer.reduce<$ZodType>((current, hop) => hop.older(current), schema) as S;
  }

  asNamedBare<S extends $ZodType>(schema: S): S {
    return this.newer.reduce<$ZodType>((current, hop) => hop.olderFilled(current), schema) as S;
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

  conversion(schema: $ZodType, direction: Direction): Conversion | null {
    return this.#conversions.of(schema, direction);
  }
}

const roots = new WeakMap<$ZodType, ReadonlySet<$ZodType>>();

/** The originals of everything in a schema, found once for all versions. */
function rootsIn(schema: $ZodType): ReadonlySet<$ZodType> {
  const known = roots.get(schema);
  if (known) return known;
  const seen = new Set<$ZodType>([schema]);
  for (const current of seen) for (const child of childrenOf(current)) seen.add(child);
  const found = new Set([...seen].map(rootOf));
  roots.set(schema, found);
  return found;
}
