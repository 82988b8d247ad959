import type { $ZodType } from 'zod/v4/core';
import { isVersions, type Versions } from '../changes/known-versions.js';
import { describeValue, requireOptions, requireTree } from '../changes/read-arguments.js';
import { hopsTo } from '../changes/through-hops.js';
import { captureSource, type SourceReader } from '../report/load-session.js';
import { pictureSides } from '../schema/foreign/library-pipe.js';
import { idOf } from '../schema/identity.js';
import type { Schema } from '../schema/standard-schema.js';
import { withoutInternal } from '../schema/without-internal.js';
import { unknownName } from '../text/nearest-name.js';
import { compareVersions, NEXT } from '../text/version-order.js';
import { type Lens, lensBrand, unnamed } from './known-lens.js';
import { type Mark, mayBeVersion, newerValue, requireNewer, versionOf } from './mark.js';
import { type MarkedRow, migrateAll, type Migrated, type MigratedRow, type MigrateOptions } from './migrate-all.js';
import { ShapeTooNew } from './shape-errors.js';
import { storedShape, type StoredShape } from './stored-shape.js';

/** What `lens` takes. */
export interface LensOptions {
  /** The shape of values without a mark. */
  readonly unmarked?: string;
  /** What locks and messages call it; by default the id of the schema. */
  readonly name?: string;
  /** The newest shape that this build writes, while older builds run that cannot read the newest; by default the newest. */
  readonly writes?: string;
}

const example = "lens(Cart, versions, { unmarked: '1' })";

/**
 * A lens on stored values of a schema, whose shapes are those of versions: `lens(Cart, versions, { unmarked: '1' })`. Throws a TypeError for
 * anything else, and a RangeError for an `unmarked` or `writes` that is no released version.
 */
export function lens<S extends Schema>(schema: S, versions: Versions, options: LensOptions = {}): Lens<S> {
  const tree = requireTree(schema, `lens() takes a schema, but received ${describeValue(schema)}. Write ${example}.`);
  if (!isVersions(versions))
    throw new TypeError(
      `lens() takes what defineVersions() returns, but received ${describeValue(versions)}. Write ${example}.`,
    );
  requireOptions(options, ['unmarked', 'name', 'writes'], 'lens()', example);
  const name = options.name ?? idOf(pictureSides(tree)?.[1] ?? tree) ?? unnamed;
  if (withoutInternal(tree) !== tree)
    throw new TypeError(
      `lens(): ${name} has members that are internal(), which no stored shape has. Write a schema for what is stored.`,
    );
  const { unmarked = null, writes = versions.newest } = options;
  return new VersionedLens(name, schema, tree, versions, unmarked, writes, captureSource()) as unknown as Lens<S>;
}

class VersionedLens {
  readonly [lensBrand] = true;
  readonly shapes: readonly string[];
  readonly newest: string;
  readonly #made = new Map<string, StoredShape>();

  constructor(
    readonly name: string,
    readonly schema: Schema,
    readonly tree: $ZodType,
    readonly versions: Versions,
    readonly unmarked: string | null,
    readonly writes: string,
    readonly source: SourceReader,
  ) {
    this.shapes = versions.names;
    this.newest = versions.newest;
    versions.meet([tree]);
    if (unmarked !== null) this.#require(unmarked);
    this.#require(writes);
    Object.freeze(this);
  }

  read(value: unknown, mark?: Mark, options?: { readonly newer?: 'pass' }): unknown {
    const shape = this.shapeOf(mark);
    const known = this.#made.get(shape);
    if (known) return known.read(value);
    // Throws for a mark that is no version.
    if (!this.#isNewer(shape)) return this.#shape(shape).read(value);
    requireNewer(options?.newer);
    if (options?.newer !== 'pass') throw new ShapeTooNew(this.name, shape, this.newest);
    return newerValue(value, shape);
  }

  write(value: unknown): unknown {
    return this.writeAs(this.newest, value);
  }

  writeAs(shape: string, value: unknown): unknown {
    const stored = this.#shape(shape);
    this.#requireWritten(shape);
    return stored.write(value);
  }

  schemaOf(version: string): Schema | $ZodType {
    return this.versions.schemaOf(this.schema, version);
  }

  async migrateAll<Row extends MarkedRow>(
    rows: AsyncIterable<Row> | Iterable<Row>,
    write: (batch: readonly MigratedRow<Row>[]) => unknown,
    options: MigrateOptions = {},
  ): Promise<Migrated> {
    this.#requireWritten(this.newest);
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
    return mayBeVersion(shape) && shape !== NEXT && compareVersions(shape, this.newest) > 0;
  }

  /** Older builds run while `writes` is an older shape. */
  #requireWritten(shape: string): void {
    if (shape === this.writes || this.shapes.indexOf(shape) <= this.shapes.indexOf(this.writes)) return;
    throw new RangeError(
      `${this.name}: this build writes no shape after ${this.writes}. Use writeAs('${this.writes}', …), or set writes: '${shape}' once every build reads it.`,
    );
  }

  #require(version: string): void {
    if (this.shapes.includes(version)) return;
    const fault =
      typeof version === 'string'
        ? unknownName('shape', version.slice(0, 100), this.shapes)
        : `the mark is ${describeValue(version)}. Write it as text, such as '${this.newest}'.`;
    throw new RangeError(`${this.name}: ${fault}`);
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
