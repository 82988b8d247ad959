import { isObject, type JsonObject } from '../../json/json.js';
import { readDay } from '../../text/date.js';

/** How many stored values have each shape, as `svc shapes --from` counts them. */
export interface ShapeCounts {
  /** The version of this form. */
  readonly shapes: 1;
  /** Where each row has its mark: `shape`, `headers.shape`. */
  readonly field: string;
  readonly rows: number;
  /** The rows of each shape. */
  readonly counts: Readonly<Record<string, number>>;
  /** The rows without a mark that are counted for no shape. */
  readonly unmarked: number;
  /** When they were counted: an instant of ISO 8601. */
  readonly at: string;
}

/** The counts in a value of JSON; null where it is something else, or its sum is wrong. */
export function readShapeCounts(value: unknown): ShapeCounts | null {
  if (!isObject(value) || value['shapes'] !== 1 || !isObject(value['counts'])) return null;
  const { field, rows, counts, unmarked, at } = value as JsonObject & { readonly counts: JsonObject };
  const all = [unmarked, ...Object.values(counts)];
  if (typeof field !== 'string' || typeof at !== 'string' || readDay(at) === null || !all.every(isCount)) return null;
  return all.reduce((sum, count) => sum + count, 0) === rows ? (value as unknown as ShapeCounts) : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
