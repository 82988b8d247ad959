import { countOf } from '../text/join-words.js';

/** How much a result matters, the most severe first. */
export const levels = ['error', 'warning', 'info'] as const;

/** An error breaks somebody, a warning may, information does not. */
export type Level = (typeof levels)[number];

/** Whether a value is a level. */
export const isLevel = (value: unknown): value is Level => levels.some((level) => level === value);

/** Whether a level fails a run: it is `failOn`, or more severe. */
export function fails(level: Level, failOn: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(failOn);
}

/** `2 errors, 1 warning`, the most severe first; empty for nothing. `info` is what the lowest level is called. */
export function countLevels(list: readonly { readonly level: Level }[], info: string): string {
  const nouns = { error: 'error', warning: 'warning', info } as const;
  return levels
    .map((level) => [level, list.filter((one) => one.level === level).length] as const)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => countOf(count, nouns[level]))
    .join(', ');
}

/** The most severe level in a list; null for an empty one. */
export function mostSevere(list: readonly { readonly level: Level }[]): Level | null {
  return levels.find((level) => list.some((one) => one.level === level)) ?? null;
}
