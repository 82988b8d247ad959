import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { rootOf, SchemaMap, standFor } from '../../schema/identity.js';
import { libraryOf, pictureSides } from '../../schema/foreign/library-pipe.js';
import { shapeOnly } from '../../schema/foreign/zod-tree-of.js';
import { childrenOf, definitionOf, isPreprocess, later, optional, rebuild } from '../../schema/zod-tree.js';
import { standsFor } from '../../schema/node.js';
import type { Change } from './change.js';
import type { OperationChange } from './operation.js';
import { runChange } from './change-error.js';
import { inheritMetadata } from './inherit-metadata.js';
import { containerStep } from './container-step.js';
import { lineageOf } from './lineage.js';
import { originOf, remember } from './origins.js';
import { settling } from './settle.js';
import type { Reshape } from './reshape.js';

/** Converts a value one version down or up. On the way up, `isParsed` says that the requested version's schema returned the value. */
export type Step = (value: unknown, isParsed?: boolean) => unknown;
export type Direction = 'down' | 'up';

interface Found {
  readonly reshape: Reshape;
  readonly change: Change;
}

const resolving = Symbol('resolving');

const inner = new WeakMap<$ZodType, ReadonlySet<$ZodType>>();

/** The originals of everything in a schema, found once for all versions. */
function rootsIn(schema: $ZodType): ReadonlySet<$ZodType> {
  const known = inner.get(schema);
  if (known) return known;
  const seen = new Set<$ZodType>([schema]);
  for (const current of seen) for (const child of childrenOf(current)) seen.add(child);
  const roots = new Set([...seen].map(rootOf));
  inner.set(schema, roots);
  return roots;
}

/** `shape`: as `bare`, inside what another library parses after the way up. `filled`: as `bare`, with defaults. */
type Mode = 'whole' | 'bare' | 'shape' | 'filled';

/** The step between two neighbouring versions: the older form of each schema, and how values are converted both ways. */
export class Hop {
  /** What the changes say about single operations. */
  readonly operations: readonly (OperationChange & { readonly change: Change })[];
  /** The hops to older versions, the newest first. */
  readonly earlier: Hop[] = [];
  readonly #reshapes = new SchemaMap<Found>();
  readonly #touched = new Map<$ZodType, boolean>();
  readonly #older = {
    whole: new Map<$ZodType, $ZodType | symbol>(),
    bare: new Map<$ZodType, $ZodType | symbol>(),
    shape: new Map<$ZodType, $ZodType | symbol>(),
    filled: new Map<$ZodType, $ZodType | symbol>(),
  };
  readonly #steps = { down: new Map<$ZodType, Step | null>(), up: new Map<$ZodType, Step | null>() };

  constructor(
    /** The newer of the two versions, whose changes these are. */
    readonly version: string,
    readonly previous: string,
    readonly changes: readonly Change[],
    /** The hops to newer versions, the newest first. */
    readonly newer: readonly Hop[] = [],
  ) {
    for (const change of changes)
      for (const reshape of change.reshapes)
        for (const side of [reshape.trees.after, ...(pictureSides(reshape.trees.after) ?? [])])
          this.#reshapes.set(side, { reshape, change });
    this.operations = changes.flatMap((change) => change.operations.map((one) => ({ ...one, change })));
  }

  /** The reshape that names a schema, or what the schema is a copy of. */
  find(schema: $ZodType): Found | undefined {
    return this.#reshapes.get(schema);
  }

  /** Whether a reshaped schema is somewhere in this one. */
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

  /**
   * A schema that a change of this version names as the older shape: what it contains is shown as it was in this
   * version, not in the newest.
   */
  asNamed<S extends $ZodType>(schema: S): S {
    return this.newer.reduce<$ZodType>((current, hop) => hop.older(current), schema) as S;
  }

  /** As `asNamed`, for reading a request: with defaults, which the change's own `up` gets, and without what runs on the newest shape. */
  asNamedBare<S extends $ZodType>(schema: S): S {
    return this.newer.reduce<$ZodType>((current, hop) => hop.#substitute(current, 'filled'), schema) as S;
  }

  /** Every reshape anywhere in a schema, or in its older form. */
  reshapesIn(schema: $ZodType): readonly Found[] {
    if (!this.touches(schema)) return [];
    const seen = new Set<$ZodType>([schema]);
    const found = new Set<Found>();
    for (const current of seen) {
      const own = this.find(current);
      if (own) found.add(own);
      for (const child of own ? [this.asNamed(own.reshape.trees.before)] : childrenOf(current)) seen.add(child);
    }
    return [...found];
  }

  /** The schema in the version before: the same object where nothing in it changed. */
  older(schema: $ZodType): $ZodType {
    return this.#substitute(schema, 'whole');
  }

  /**
   * As `older`, for reading a request: what surrounds a reshaped schema (refinements, transforms, defaults) is left
   * out, because it runs once, on the newest shape.
   */
  olderBare(schema: $ZodType): $ZodType {
    return this.#substitute(schema, 'bare');
  }

  #substitute(schema: $ZodType, mode: Mode): $ZodType {
    if (!this.touches(schema)) return mode === 'shape' ? shapeOnly(schema) : schema;
    const memo = this.#older[mode];
    const known = memo.get(schema);
    if (known === resolving)
      return standFor(
        later(() => memo.get(schema) as $ZodType),
        schema,
      );
    if (known !== undefined) return known as $ZodType;
    memo.set(schema, resolving);
    const found = this.find(schema);
    const result = found
      ? inheritMetadata(
          mode === 'whole'
            ? this.#substitute(this.asNamed(found.reshape.trees.before), mode)
            : this.#substitute(this.asNamedBare(found.reshape.trees.before), mode === 'filled' ? mode : 'bare'),
          { site: schema, after: found.reshape.trees.after },
          (examples) => this.#olderExamples(schema, examples),
        )
      : mode === 'whole'
        ? this.#rebuildWhole(schema)
        : this.#rebuildBare(schema, mode);
    memo.set(schema, result);
    return result;
  }

  #rebuildWhole(schema: $ZodType): $ZodType {
    const copy = standFor(
      rebuild(schema, (child) => this.older(child)),
      schema,
    );
    const meta = globalRegistry.get(schema);
    if (meta?.examples)
      globalRegistry.add(copy as never, { ...meta, examples: this.#olderExamples(schema, meta.examples) });
    return copy;
  }

  #rebuildBare(schema: $ZodType, mode: Mode): $ZodType {
    const def = definitionOf(schema);
    if (libraryOf(schema)) return this.#substitute((def as { in: $ZodType }).in, 'shape');
    const replace = (child: $ZodType) => this.#substitute(child, mode);
    if (def.type === 'pipe' && !isPreprocess(def)) return replace(def.in as $ZodType);
    if (def.type === 'catch') return replace(def.innerType as $ZodType);
    const copy =
      mode !== 'filled' && (def.type === 'default' || def.type === 'prefault')
        ? optional(replace(def.innerType as $ZodType))
        : rebuild(schema, replace, { checks: [] } as never);
    return standFor(copy, schema);
  }

  /** Examples of the newer shape, converted down; undefined when there are none or a change cannot convert them. */
  #olderExamples(schema: $ZodType, examples: unknown): unknown {
    const step = this.step(schema, 'down');
    if (!Array.isArray(examples) || !step) return undefined;
    try {
      return examples.map((example) => step(example));
    } catch {
      return undefined;
    }
  }

  /** Converts a value of a schema (in the newer version) down, or one of its older shape up; null when nothing changes. */
  step(schema: $ZodType, direction: Direction): Step | null {
    const memo = this.#steps[direction];
    const known = memo.get(schema);
    if (known !== undefined) return known;
    if (!this.touches(schema)) return null;
    let compiled: Step | null = null;
    memo.set(schema, (value, isParsed) => (compiled ? compiled(value, isParsed) : value));
    const found = this.find(schema);
    compiled = found
      ? direction === 'down'
        ? this.#lowerStep(found)
        : this.#raiseStep(found)
      : containerStep(this, schema, direction);
    memo.set(schema, compiled);
    return compiled;
  }

  #lowerStep(found: Found): Step {
    const own = this.#ownStep(found, 'down');
    const inner = this.step(this.asNamed(found.reshape.trees.before), 'down');
    return inner ? (value) => inner(own(value)) : own;
  }

  /** What is inside first, then the older shape as a whole, then the change. */
  #raiseStep(found: Found): Step {
    const { trees, moves } = found.reshape;
    const own = this.#ownStep(found, 'up');
    const before = this.asNamedBare(trees.before);
    const inner = this.step(before, 'up');
    const settle = settling(before, this);
    const lineage = lineageOf(trees.before, trees.after, moves);
    const maker = { change: found.change, version: this.version };
    return (value, isParsed = true) => {
      const isSettled = isParsed && !originOf(value);
      const from = settle(inner ? inner(value, isParsed) : value, isSettled);
      return remember(own(from), { from, isParsed, schema: trees.after, lineage, maker });
    };
  }

  #ownStep({ reshape, change }: Found, direction: Direction): Step {
    const migrate = reshape[direction] as Step | null;
    return (value) =>
      runChange(change, this.version, direction, () => {
        if (!migrate) throw new TypeError(`The change has no ${direction}.`);
        return migrate(direction === 'down' ? standsFor(value) : value);
      });
  }
}
