/** How much a result matters, the most severe first. */
export const levels = ['error', 'warning', 'info'] as const;

/** An error breaks somebody, a warning may, information does not. */
export type Level = (typeof levels)[number];

/** Whether a level fails a run: it is as severe as `failOn`, or more. */
export function fails(level: Level, failOn: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(failOn);
}
