import type { Level } from '../../report/level.js';

/** What a check is about. */
export interface Check {
  readonly level: Level;
  readonly direction: 'request' | 'response' | 'none';
  readonly area: string;
  readonly kind: string;
  readonly action: string;
  /** The file that owns the check, from the top of the repository. */
  readonly file: string;
}

/** A check as the file of its family lists it, beside its id. */
export type CheckFacts = readonly [
  level: Level,
  direction: Check['direction'],
  area: string,
  kind: string,
  action: string,
];
