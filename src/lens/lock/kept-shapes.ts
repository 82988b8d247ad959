import { tryParse } from '../../json/parse-json.js';
import { readDay } from '../../text/date.js';
import { readShapeCounts } from './shape-counts.js';
import type { LockedLens, ShapesLock } from './shapes-lock.js';

/** Below the folder of the lock files: what `svc shapes --from rows.ndjson` counted of the values of a lens. */
export const countsName = (lens: string) => `retired/shapes/${encodeURIComponent(lens)}.json`;

/** The folder of those files. */
export const countsFolder = 'retired/shapes';

/** Those files. */
export interface KeptCounts {
  /** The folder of the lock files. */
  readonly folder: string;
  /** The text of each, by the name of the lens. */
  readonly counts: Readonly<Record<string, string>>;
  /** The day on which they are judged: YYYY-MM-DD. */
  readonly asOf: string;
}

/** The age in days above which counts show nothing: builds that write the shape may have run since. */
const oldestCounts = 30;

/** What a lens still knows. */
export interface KnownLens {
  readonly name: string;
  readonly shapes: readonly string[];
}

/** A shape that a lock has, that no lens reads any more, and of which nobody has shown that no value is left. */
export interface LostShape {
  readonly lens: string;
  readonly shape: string;
  /** Whether values without a mark have it. */
  readonly isUnmarked: boolean;
  /** Whether the lens itself is gone. */
  readonly isLensGone: boolean;
  /** What is wrong with the counts, as the end of a sentence. */
  readonly fault: string;
}

/** The shapes that went since a lock without evidence that no stored value has them. */
export function lostShapes(lock: ShapesLock, now: readonly KnownLens[], kept: KeptCounts): readonly LostShape[] {
  return lock.lenses.flatMap((locked) => {
    const known = now.find(({ name }) => name === locked.name);
    return locked.shapes.flatMap(({ shape }) => {
      if (known?.shapes.includes(shape)) return [];
      const fault = faultOf(kept, locked, shape);
      if (fault === null) return [];
      return [{ lens: locked.name, shape, isUnmarked: locked.unmarked === shape, isLensGone: !known, fault }];
    });
  });
}

/** What is wrong with the counts of a lens as evidence for a shape; null where they show that no value has it. */
function faultOf(
  { counts: texts, asOf }: KeptCounts,
  { name, unmarked: own }: LockedLens,
  shape: string,
): string | null {
  if (!Object.hasOwn(texts, name)) return 'does not exist';
  const counted = readShapeCounts(tryParse(texts[name]!));
  if (counted === null) return 'is not what svc shapes --from writes';
  const { counts, unmarked, at } = counted;
  const left = (Object.hasOwn(counts, shape) ? counts[shape]! : 0) + (own === shape ? unmarked : 0);
  if (left > 0) return `counts ${left} of them`;
  const age = readDay(asOf)! - readDay(at)!;
  if (age < 0) return `is of ${at.slice(0, 10)}, which is in the future`;
  return age > oldestCounts ? `is of ${at.slice(0, 10)}, more than ${oldestCounts} days ago` : null;
}

/** What a shape without evidence is, and what to do about it. */
export function lostSentences({ lens, shape, isUnmarked, isLensGone, fault }: LostShape, folder: string) {
  const file = `${folder}/${countsName(lens)}`;
  const what = isLensGone
    ? `The lens ${lens} is gone, which read shape ${shape}`
    : `${lens} no longer reads shape ${shape}`;
  return {
    message: `${what}${isUnmarked ? ', that of values without a mark' : ''}, and ${file} ${fault}.`,
    fix: `Restore it until no stored value has that shape: bring them to a newer one with migrateAll(), and count what is left with svc shapes --from rows.ndjson --field shape --out ${file}.`,
  };
}
