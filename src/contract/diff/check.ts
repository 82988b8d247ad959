import type { Level } from '../../report/level.js';

/** What a check is about. */
export interface Check {
  readonly level: Level;
  readonly direction: 'request' | 'response' | 'none';
  readonly area: string;
  readonly kind: string;
  readonly action: string;
}
