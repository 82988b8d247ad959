import type { ShapeMeaning } from '../../shapes/meaning/shapes-meaning.js';
import { escapeTerminal } from '../../text/escape.js';
import { countOf } from '../../text/join-words.js';

/** What `--meaning` says in JSON. */
export interface MeaningRecord {
  readonly equal: number;
  readonly undecided: readonly string[];
  readonly differs: readonly { readonly shape: string; readonly why: string }[];
  /** The shapes with a keyword that stays JSON Schema, by keyword. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
}

/** Sums up what was proved of shapes, by the names of their constants. */
export function meaningRecord(found: readonly ShapeMeaning[]): MeaningRecord {
  const keywords = [...new Set(found.flatMap(({ kept }) => kept))].toSorted();
  const namesWhere = (test: (one: ShapeMeaning) => boolean) => found.filter(test).map(({ constant }) => constant);
  return {
    equal: namesWhere(({ verdict }) => verdict === 'equal').length,
    undecided: namesWhere(({ verdict }) => verdict === 'undecided'),
    differs: found.flatMap(({ constant, verdict, why }) =>
      verdict === 'differs' ? [{ shape: constant, why: why ?? '' }] : [],
    ),
    kept: Object.fromEntries(keywords.map((keyword) => [keyword, namesWhere(({ kept }) => kept.includes(keyword))])),
  };
}

/** Each shape that differs or is undecided, and how many do not. */
export function meaningLines({ equal, undecided, differs, kept }: MeaningRecord): readonly string[] {
  const all = equal + undecided.length + differs.length;
  const keptNames = new Set(Object.values(kept).flat());
  const keywords = Object.entries(kept).map(([keyword, shapes]) => `${escapeTerminal(keyword)} ${shapes.length}`);
  return [
    ...differs.map(({ shape, why }) => `${shape} differs: ${escapeTerminal(why)}.`),
    ...undecided.map((shape) => `${shape} is undecided.`),
    `${equal} of ${countOf(all, 'shape')} proved equal, ${undecided.length} undecided, ${differs.length} different.`,
    ...(keptNames.size === 0
      ? []
      : [
          `Kept as JSON Schema, which Zod does not check: keywords of ${countOf(keptNames.size, 'shape')} (${keywords.join(', ')}).`,
        ]),
  ];
}
