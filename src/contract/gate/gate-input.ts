import type { SeverityId } from '../../diff/severity-id.js';
import type { Result } from '../../report/result.js';
import type { Described } from '../../report/described.js';
import type { Level } from '../../report/level.js';
import type { BootProblem, Source } from '../../report/boot-problem.js';
import type { OperationIdentity } from '../../diff/finding.js';
import type { KnownConsumers } from '../consumers/consumers-policy.js';
import type { Approval } from '../exceptions/apply-exceptions.js';
import type { ExceptionReading } from '../exceptions/parse-exceptions.js';
import type { LifecycleEntry } from '../lifecycle/lifecycle-entry.js';
import type { ContractLock } from '../lock/contract-lock.js';
import type { VersionChange } from '../compare/compare-contracts.js';
import type { AlteredChange } from '../../laws/compare-changes.js';
import type { ChangesFile } from '../../laws/frozen-results.js';

/** Everything that the gate looks at. */
export interface GateInput {
  readonly described: Described;
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly base: string;
  readonly failOn: Level;
  /** What `svc check` found. */
  readonly problems: readonly BootProblem[];
  /** What the base promised; empty before the first lock. */
  readonly baseLocks: readonly ContractLock[];
  /** Whether the base has a lock of the shapes of lenses. */
  readonly promisesShapes?: boolean;
  /** Where the base has its lock files. */
  readonly baseFolder: string;
  /** The lock files as they are now; null where documents are compared with themselves at the base. */
  readonly lockFiles: readonly ContractLock[] | null;
  /** Of the lock files. */
  readonly folder: string;
  /** The files of `--document`; empty where lock files hold the promises. */
  readonly files?: readonly string[];
  /** What the service declares; null when it cannot be described. */
  readonly current: readonly ContractLock[] | null;
  /** What was not released at the base, and what is not released now; null where nothing is. */
  readonly next?: { readonly base: ContractLock | null; readonly current: ContractLock | null };
  readonly lifecycle: readonly LifecycleEntry[];
  /** Released changes and shapes that are no longer what they were. */
  readonly altered?: readonly AlteredChange[];
  /** The files of the changes and of the shapes of lenses, where there are any. */
  readonly changesFiles?: readonly ChangesFile[];
  /** What the laws found, where they were asked for. */
  readonly laws?: readonly Result[];
  readonly exceptions: ExceptionReading & { readonly file: string };
  /** The evidence of retired versions as text, by version. */
  readonly evidence?: ReadonlyMap<string, string>;
  /** Whom the API has, where files of consumers are given. */
  readonly consumers?: KnownConsumers;
  /** Which exceptions count. */
  readonly approval: Approval;
  readonly severity?: ReadonlyMap<SeverityId, Level>;
  readonly locate?: (operation: OperationIdentity) => Source | null;
  /** Adds the places of findings that have none. */
  readonly place?: (changes: readonly VersionChange[]) => readonly VersionChange[];
}
