import type { Level } from '../../report/level.js';
import type { CheckId } from './checks.js';

/** What a finding tells about the operation it belongs to. */
export interface OperationIdentity {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly apiVersion: string | null;
}

/** One difference between two documents; method and path are null for what concerns the whole document. */
export interface Finding {
  readonly id: CheckId;
  readonly level: Level;
  readonly method: string | null;
  readonly path: string | null;
  readonly operationId: string | null;
  readonly apiVersion: string | null;
  /** JSON pointer into the revision, or into the base for what was removed; references are written out along the way. */
  readonly pointer: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  /** The rule that found it. */
  readonly rule: string;
}
