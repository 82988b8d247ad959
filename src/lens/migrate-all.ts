import { describeValue, requireOptions } from '../changes/read-arguments.js';
import { isNewer, type Mark, requireNewer } from './mark.js';
import { ShapeMismatch, ShapeTooNew } from './shape-errors.js';

/** A stored row: its value, and the mark of its shape. */
export interface MarkedRow {
  readonly shape?: Mark;
  readonly data: unknown;
}

/** The same row in the newest shape. */
export type MigratedRow<Row extends MarkedRow> = Omit<Row, 'shape' | 'data'> & {
  readonly shape: string;
  readonly data: unknown;
};

/** How rows are migrated. */
export interface MigrateOptions {
  /** How many changed rows `write` gets at once; 500 by default. */
  readonly batch?: number;
  /** `pass` leaves rows of a newer shape as they are. */
  readonly newer?: 'pass';
}

/** How many rows there were of each kind. */
export interface Migrated {
  readonly read: number;
  /** Those that had an older shape and were written. */
  readonly changed: number;
  /** Those that had the newest shape already. */
  readonly current: number;
  /** Those of a newer shape, which stay as they are. */
  readonly newer: number;
  readonly batches: number;
}

/** What a migration needs of a lens. */
interface Reader {
  readonly newest: string;
  /** The shape that a mark names. */
  readonly shapeOf: (mark: Mark) => string;
  readonly read: (value: unknown, mark: Mark, options: { readonly newer?: 'pass' }) => unknown;
  readonly write: (value: never) => unknown;
}

const form = 'migrateAll()';

/** Rows of the newest shape are read as well, so that one which does not fit it is found. */
export async function migrateAll<Row extends MarkedRow>(
  lens: Reader,
  rows: AsyncIterable<Row> | Iterable<Row>,
  write: (batch: readonly MigratedRow<Row>[]) => unknown,
  options: MigrateOptions = {},
): Promise<Migrated> {
  requireOptions(options, ['batch', 'newer'], form, '{ batch: 500 }');
  const { batch: size = 500, ...reading } = options;
  requireNewer(reading.newer);
  if (!Number.isInteger(size) || size < 1)
    throw new TypeError(`${form}: batch is ${describeValue(size)}. Write a number of rows, such as batch: 500.`);
  const counts = { read: 0, changed: 0, current: 0, newer: 0, batches: 0 };
  let batch: MigratedRow<Row>[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    await write(batch);
    counts.changed += batch.length;
    counts.batches += 1;
    batch = [];
  };
  for await (const row of rows) {
    counts.read += 1;
    const value = naming(row, () => lens.read(row.data, row.shape, reading));
    if (isNewer(value)) counts.newer += 1;
    else if (lens.shapeOf(row.shape) === lens.newest) counts.current += 1;
    else batch.push({ ...row, shape: lens.newest, data: lens.write(value as never) });
    if (batch.length === size) await flush();
  }
  await flush();
  return Object.freeze(counts);
}

/** Says in an error which row it is about, which the caller knows by its key. */
function naming<T>(row: MarkedRow, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeMismatch || error instanceof ShapeTooNew) error.row = row;
    throw error;
  }
}
