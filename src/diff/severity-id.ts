import type { CheckId } from './checks/checks.js';

/** Stands for every finding that breaks by the letter alone, whatever its check. */
export const byTheLetter = 'by-the-letter';

/** What may be given another level. */
export type SeverityId = CheckId | typeof byTheLetter;
