import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Finding } from '../../diff/finding.js';
import type { DraftExample } from '../../draft/example.js';
import type { PrintedChange } from '../../draft/print-change.js';
import type { Uses } from '../../draft/step.js';
import type { NextModule } from '../../release/add-changes.js';
import type { SchemaConstant } from '../../release/find-constants.js';
import type { ServedHandler } from '../questions/served-handlers.js';

/** A way to write a change, and what it needs in its module. */
export interface DraftedWay extends PrintedChange {
  readonly constants: readonly SchemaConstant[];
  /** Whether nothing of it is left to be made up. */
  readonly isComplete: boolean;
  /** Whether it is only likely. */
  readonly isGuess: boolean;
  /** Values before and after it. */
  readonly examples: readonly DraftExample[];
}

/** What changes are drafted from. */
export interface DraftInput {
  readonly findings: readonly Finding[];
  /** What the version promised, what it is made into now, and what handlers are written for. */
  readonly promised: ContractLock;
  readonly current: ContractLock;
  readonly live: ContractLock;
  readonly constants: ReadonlyMap<string, SchemaConstant>;
  /** The ids of schemas with members that no document shows: an older version may need them, so no draft is certain. */
  readonly hidden: readonly string[];
  /** The ids of changes that exist: a draft gets a title with another one. */
  readonly taken: readonly string[];
  /** Where operations are served. */
  readonly handlers: readonly ServedHandler[];
  /** The exported classes, by name. */
  readonly classes: ReadonlyMap<string, SchemaConstant>;
  /** The module that the changes are for; null where only its lines are printed. */
  readonly next: Pick<NextModule, 'localOf' | 'isLoadedBy'> | null;
}

/** What changes are drafted from, with what all of them need and is found once. */
export interface Drafting extends DraftInput {
  /** Where each schema of the promised version is used. */
  readonly usesOf: (name: string) => Required<Uses>;
  /** The handlers that serve what the promised version does not have. */
  readonly fresh: readonly ServedHandler[];
}
