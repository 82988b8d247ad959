import type { $ZodType } from 'zod/v4/core';
import { isVersions, type Versions } from '../changes/known-versions.js';
import { describeValue, requireOptions, requireTree } from '../changes/read-arguments.js';
import type { OutputOf } from '../changes/reshape.js';
import { hopsTo } from '../changes/through-hops.js';
import { pictureSides } from '../schema/foreign/library-pipe.js';
import { idOf } from '../schema/identity.js';
import type { Schema } from '../schema/standard-schema.js';
import { withoutInternal } from '../schema/without-internal.js';
import { unknownName } from '../text/nearest-name.js';
import { compareVersions, NEXT } from '../text/version-order.js';
import { type Mark, type NewerValue, newerValue, versionOf } from './mark.js';
import { type MarkedRow, migrateAll, type Migrated, type MigratedRow, type MigrateOptions } from './migrate-all.js';
import { ShapeTooNew } from './shape-errors.js';
import { storedShape, type StoredShape } from './stored-shape.js';

/** What `lens` takes. */
export interface LensOptions {
  /** The shape of values without a mark. */
  readonly unmarked?: string;
  /** What locks and messages call it; by default the id of the schema. */
  readonly name?: string;
}

/** Reads and writes stored values of a schema in the shapes that it has had. */
export interface Lens<S extends Schema = Schema> {
  readonly name: string;
  readonly schema: S;
  readonly versions: Versions;
  /** The shape of values without a mark; null where each has one. */
  readonly unmarked: string | null;
  /** The released versions, the oldest first: the marks that `read` takes and `writeAs` writes. */
  readonly shapes: readonly string[];
  /** The mark of what `write` gives. */
  readonly newest: string;
  /**
   * A stored value in the shape that the application uses: validated against its own shape, converted, and validated again. Throws a ShapeMismatch
   * for a value that does not fit, a ShapeTooNew for a mark after the newest, and a RangeError for one that names no version.
   */
  read(value: unknown, shape?: Mark): OutputOf<S>;
  /** As above; a value of a newer shape is returned as it is stored, with its mark. */
  read(value: unknown, shape: Mark, options: { readonly newer: 'pass' }): OutputOf<S> | NewerValue;
  /** The value to store with the mark `newest`. Throws a ShapeMismatch for what `read` would not take. */
  write(value: OutputOf<S>): unknown;
  /** The value to store with the mark `shape`, for builds that know no newer one. */
  writeAs(shape: string, value: OutputOf<S>): unknown;
  /** The schema in a version. */
  schemaOf(version: string): S | $ZodType;
  /**
   * Brings rows to the newest shape: `write` gets those that change, in batches, with their new mark. Rejects with the error of the first row that
   * `read` refuses, once the batches before it are written.
   */
  migrateAll<Row extends MarkedRow>(
    rows: AsyncIterable<Row> | Iterable<Row>,
    write: (batch: readonly MigratedRow<Row>[]) => unknown,
    options?: MigrateOptions,
  ): Promise<Migrated>;
}

const example = "lens(Cart, versions, { unmarked: '1' })";

/**
 * A lens on stored values of a schema, whose shapes are those of versions: `lens(Cart, versions, { unmarked: '1' })`. Throws a TypeError for
 * anything else, and a RangeError for an `unmarked` that is no released version.
 */
export function lens<S extends Schema>(schema: S, versions: Versions, options: LensOptions = {}): Lens<S> {
  const tree = requireTree(schema, `lens() takes a schema, but received ${describeValue(schema)}. Write ${example}.`);
  if (!isVersions(versions))
    throw new TypeError(
      `lens() takes what defineVersions() returns, but received ${describeValue(versions)}. Write ${example}.`,
    );
  requireOptions(options, ['unmarked', 'name'], 'lens()', example);
  const name = options.name ?? idOf(pictureSides(tree)?.[1] ?? tree) ?? 'the schema';
  if (withoutInternal(tree) !== tree)
    throw new TypeError(
      `lens(): ${name} has members that are internal(), which no stored shape has. Write a schema for what is stored.`,
    );
  return new VersionedLens(name, schema, tree, versions, options.unmarked ?? null) as unknown as Lens<S>;
}

class VersionedLens {
  readonly shapes: readonly string[];
  readonly newest: string;
  readonly #made = new Map<string, StoredShape>();

  constructor(
    readonly name: string,
    readonly schema: Schema,
    readonly tree: $ZodType,
    readonly versions: Versions,
    readonly unmarked: string | null,
  ) {
    this.shapes = versions.names;
    this.newest = versions.newest;
    versions.meet([tree]);
    if (unmarked !== null) this.#require(unmarked);
  }

  read(value: unknown, mark?: Mark, options?: { readonly newer?: 'pass' }): unknown {
    const shape = this.shapeOf(mark);
    const known = this.#made.get(shape);
    if (known) return known.read(value);
    // Throws for a mark that is no version.
    if (!this.#isNewer(shape)) return this.#shape(shape).read(value);
    if (options?.newer !== 'pass') throw new ShapeTooNew(this.name, shape, this.newest);
    return newerValue(value, shape);
  }

  write(value: unknown): unknown {
    return this.#shape(this.newest).write(value);
  }

  writeAs(shape: string, value: unknown): unknown {
    return this.#shape(shape).write(value);
  }

  schemaOf(version: string): Schema | $ZodType {
    return this.versions.schemaOf(this.schema, version);
  }

  migrateAll<Row extends MarkedRow>(
    rows: AsyncIterable<Row> | Iterable<Row>,
    write: (batch: readonly MigratedRow<Row>[]) => unknown,
    options: MigrateOptions = {},
  ): Promise<Migrated> {
    return migrateAll(this, rows, write, options);
  }

  /** The shape that a mark names, or that values without one have. Throws a RangeError where neither says it. */
  shapeOf(mark: Mark): string {
    const shape = versionOf(mark) ?? this.unmarked;
    if (shape !== null) return shape;
    throw new RangeError(
      `${this.name}: the value has no mark. Say which shape such values have: lens(…, { unmarked: '${this.shapes[0]!}' }).`,
    );
  }

  #isNewer(shape: string): boolean {
    return typeof shape === 'string' && shape !== NEXT && compareVersions(shape, this.newest) > 0;
  }

  #require(version: string): void {
    if (!this.shapes.includes(version))
      throw new RangeError(`${this.name}: ${unknownName('shape', String(version), this.shapes)}`);
  }

  #shape(version: string): StoredShape {
    const known = this.#made.get(version);
    if (known) return known;
    this.#require(version);
    const made = storedShape(this.tree, hopsTo(this.versions, version), {
      subject: this.name,
      version,
      live: this.versions.live,
    });
    this.#made.set(version, made);
    return made;
  }
}
