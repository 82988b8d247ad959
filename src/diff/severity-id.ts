import type { CheckId } from './checks/checks.js';

/** Every finding that breaks by the letter alone, of any check. */
export const byTheLetter = 'by-the-letter';

/** What may be given another level. */
export type SeverityId = CheckId | typeof byTheLetter;
