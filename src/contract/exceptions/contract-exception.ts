import type { CheckId } from '../diff/checks.js';

/** Somebody's word that one finding is meant, until a day. */
export interface ContractException {
  readonly id: CheckId;
  /** These four are exactly what the finding says; null where it says nothing. */
  readonly version: string | null;
  readonly method: string | null;
  readonly path: string | null;
  readonly pointer: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
  /** Its line in the file. */
  readonly line: number;
}

/** What is wrong with an exception file: a text that cannot be read, an entry that is expired or meets nothing. */
export interface ExceptionProblem {
  readonly id: 'exception-malformed' | 'exception-expired' | 'exception-unmatched';
  readonly message: string;
  readonly fix: string;
  readonly line: number;
}
