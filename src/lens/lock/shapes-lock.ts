import { isObject, type Json, listAt, textAt } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';

/** The file of the shapes, beside the lock files of the versions. */
export const shapesLockName = 'shapes.json';

/** What stored values are and were, when it was locked. */
export interface ShapesLock {
  /** In the order of their names. */
  readonly lenses: readonly LockedLens[];
  /** What the changes did of versions that only lenses have. */
  readonly changes: readonly LockedVersionsOfLenses[];
}

/** What a lens reads and writes. */
export interface LockedLens {
  readonly name: string;
  /** The shape of values without a mark; null where each has one. */
  readonly unmarked: string | null;
  /** The newest shape that it writes. */
  readonly writes: string;
  /** What it reads, the oldest first. */
  readonly shapes: readonly LockedShape[];
}

export interface LockedShape {
  /** Its mark. */
  readonly shape: string;
  /** What `read` takes, as JSON Schema without names and descriptions; null where JSON Schema cannot say it. */
  readonly schema: Json;
}

/** The changes of versions, and the names of the lenses that have them. */
export interface LockedVersionsOfLenses {
  readonly lenses: readonly string[];
  /** As `changes.json` has them. */
  readonly versions: readonly Json[];
}

/** Reads the file; null for text that is not one. */
export function parseShapes(text: string): ShapesLock | null {
  const value = tryParse(text);
  if (!isObject(value) || !Array.isArray(value['lenses'])) return null;
  const lenses = listAt(value['lenses']).flatMap((one) => readLens(one) ?? []);
  if (lenses.length < value['lenses'].length) return null;
  return { lenses, changes: listAt(value['changes']) as unknown as readonly LockedVersionsOfLenses[] };
}

function readLens(value: Json): LockedLens | null {
  if (!isObject(value)) return null;
  const [name, writes] = [textAt(value['name']), textAt(value['writes'])];
  const shapes = listAt(value['shapes']).flatMap((one) => {
    const shape = isObject(one) ? textAt(one['shape']) : null;
    return shape === null ? [] : [{ shape, schema: (one as { readonly schema?: Json }).schema ?? null }];
  });
  if (name === null || writes === null || shapes.length === 0) return null;
  return { name, unmarked: textAt(value['unmarked']), writes, shapes };
}
