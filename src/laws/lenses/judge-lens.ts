import { ChangeError } from '../../changes/change-error.js';
import type { Change } from '../../changes/change.js';
import type { Lens } from '../../lens/known-lens.js';
import { ShapeMismatch } from '../../lens/shape-errors.js';
import type { Detail } from '../../report/result.js';
import type { LawId } from '../law.js';
import { copyOf, differenceAt } from '../same-value.js';
import { showValue } from '../show.js';

/** The laws that one value can break. */
export type LensLaw = Extract<
  LawId,
  'stored-value-fails' | 'older-shape-fails' | 'lost-in-older-shape' | 'migrated-otherwise'
>;

const about: ReadonlySet<LawId> = new Set([
  'stored-value-fails',
  'stored-values-refused',
  'older-shape-fails',
  'lost-in-older-shape',
  'migrated-otherwise',
]);

/** Whether a law is about lenses. */
export const isLensLaw = (law: LawId): boolean => about.has(law);

/** A law that a value breaks. */
export interface LensBreach {
  readonly law: LensLaw;
  /** What happened, as the end of a sentence. */
  readonly what: string;
  /** The change that failed, where one is known. */
  readonly change: Change | null;
  readonly details: readonly Detail[];
}

/** What became of a stored value; null for one that its own shape refuses, which nobody could store. */
export type Judged = LensBreach | { readonly refused: string } | 'kept' | null;

/** Reads a stored value of a shape, and stores what came of it in the newest, as `migrateAll` does. */
export function judgeStored(lens: Lens, shape: string, value: unknown): Judged {
  const read = attempt(() => lens.read(copyOf(value), shape));
  if (read === 'unknown') return 'kept';
  if ('error' in read) {
    const { error } = read;
    if (!(error instanceof ShapeMismatch)) return breach('stored-value-fails', error, []);
    return error.version === shape ? null : { refused: reasonOf(error) };
  }
  const migrated = attempt(() => lens.write(copyOf(read.result)));
  const again =
    migrated === 'unknown' || 'error' in migrated ? migrated : readAgain(lens, lens.newest, migrated.result);
  if (again === 'unknown') return 'kept';
  const details: Detail[] = [['read gave', showValue(read.result)]];
  if ('error' in again) return breach('migrated-otherwise', again.error, details);
  const lost = differenceAt(read.result, again.result);
  if (!lost) return 'kept';
  return breach('migrated-otherwise', `${pathOf(lost)} is another one`, [
    ...details,
    ['migrated', showValue(again.result)],
  ]);
}

/** Writes a value in a shape for older builds, reads it back, and writes that: the shape holds the same again. */
export function judgeWritten(lens: Lens, shape: string, value: unknown, mayLose: boolean): LensBreach | null {
  const written = attempt(() => lens.writeAs(shape, copyOf(value) as never));
  if (written === 'unknown') return null;
  if ('error' in written) return breach('older-shape-fails', written.error, []);
  const details: Detail[] = [['writeAs gave', showValue(written.result)]];
  const read = readAgain(lens, shape, written.result);
  if (read === 'unknown') return null;
  if ('error' in read) return breach('older-shape-fails', read.error, details);
  if (mayLose) return null;
  const again = attempt(() => lens.writeAs(shape, copyOf(read.result) as never));
  if (again === 'unknown') return null;
  if ('error' in again) return breach('older-shape-fails', again.error, details);
  const lost = differenceAt(written.result, again.result);
  if (!lost) return null;
  return breach('lost-in-older-shape', pathOf(lost), [
    ...details,
    ['read gave', showValue(read.result)],
    ['writeAs gave then', showValue(again.result)],
  ]);
}

const readAgain = (lens: Lens, shape: string, value: unknown) => attempt(() => lens.read(copyOf(value), shape));

/** `unknown` where an asynchronous refinement cannot run. */
function attempt(run: () => unknown): { readonly result: unknown } | { readonly error: unknown } | 'unknown' {
  try {
    return { result: run() };
  } catch (error) {
    return (error as Error | null)?.constructor.name === '$ZodAsyncError' ? 'unknown' : { error };
  }
}

function breach(law: LensLaw, what: unknown, details: readonly Detail[]): LensBreach {
  const change = what instanceof ChangeError ? what.change : null;
  const reason = what instanceof ChangeError ? what.cause : what;
  return { law, change, details, what: typeof reason === 'string' ? reason : reasonOf(reason) };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `lines.count`: items of lists have no name. */
const pathOf = (steps: readonly string[]) => steps.filter((step) => !/^\d+$/.test(step)).join('.') || 'the value';
