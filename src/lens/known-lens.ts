import type { $ZodType } from 'zod/v4/core';
import type { Versions } from '../changes/known-versions.js';
import type { OutputOf } from '../changes/reshape.js';
import type { SourceReader } from '../report/load-session.js';
import type { Schema } from '../schema/standard-schema.js';
import type { Mark, NewerValue } from './mark.js';
import type { MarkedRow, Migrated, MigratedRow, MigrateOptions } from './migrate-all.js';

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
  /** The newest shape that this build writes; `newest` unless the option says an older one. */
  readonly writes: string;
  /** Where it is declared, for commands that load a configuration. */
  readonly source: SourceReader;
  /**
   * A stored value in the shape that the application uses: validated against its own shape, converted, and validated again. Throws a ShapeMismatch
   * for a value that does not fit, a ShapeTooNew for a mark after the newest, and a RangeError for one that names no version.
   */
  read(value: unknown, shape?: Mark): OutputOf<S>;
  /** As above; a value of a newer shape is returned as it is stored, with its mark. */
  read(value: unknown, shape: Mark, options: { readonly newer: 'pass' }): OutputOf<S> | NewerValue;
  /**
   * The value to store with the mark `newest`. Throws a ShapeMismatch for what `read` would not take, and a RangeError where this build `writes`
   * older shapes only.
   */
  write(value: OutputOf<S>): unknown;
  /** The value to store with the mark `shape`, for builds that know no newer one. Throws as `write` does. */
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

/** The name of a lens whose schema has no id. */
export const unnamed = 'the schema';

/** Marks what `lens` returns. */
export const lensBrand = Symbol.for('svckit.lens');

export function isLens(value: unknown): value is Lens {
  return typeof value === 'object' && value !== null && lensBrand in value;
}
