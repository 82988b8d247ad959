import type { Versions } from '../changes/known-versions.js';
import type { ResponseEntry } from '../routing/declare/response-entry.js';
import type { Logger } from '../routing/table/logger.js';
import type { Drift } from './drift.js';
import type { NamesVersion } from './name-version.js';

/** What the operations of one application share, and the name of one of them. */
export interface RelayParts {
  readonly names: NamesVersion;
  readonly drift: Drift;
  readonly refusesDrift: boolean;
  /** Of an answer that changes read, in bytes. */
  readonly answerLimit: number;
  /** How long the application may take to begin an answer that changes read, in milliseconds. */
  readonly timeoutMs: number;
  readonly logger: () => Logger;
  readonly versions: Versions;
  /** Declared answers of statuses that the document gives together: `4XX`, `default`. */
  readonly ranges: Readonly<Record<string, ResponseEntry>>;
  /** `GET /books`, as the document has it. */
  readonly operation: string;
}
