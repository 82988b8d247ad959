import type { Level } from '../../../report/level.js';
import type { CheckId } from '../checks.js';
import type { LifecyclePolicy } from '../lifecycle/compare-lifecycles.js';
import type { Alignment } from './align-operations.js';
import type { OperationPair } from './operation.js';

/** A finding before it knows its operation and its level. */
export interface Draft {
  readonly id: CheckId;
  /** JSON pointer tokens in the document. */
  readonly tokens: readonly string[];
  readonly message: string;
  readonly rule: string;
  /** A level that the finding must not exceed. */
  readonly cappedLevel?: Level | null;
}

/** What rules over operations are told beside the pair. */
export interface ComparisonContext {
  readonly policy: LifecyclePolicy;
  readonly alignment: Alignment;
}

/** One rule or family of rules over an operation that both documents have. */
export interface OperationRule {
  readonly name: string;
  /** Whether the rule also holds for operations that the server calls: webhooks and callbacks. */
  readonly inbound: boolean;
  readonly compare: (pair: OperationPair, context: ComparisonContext) => readonly Omit<Draft, 'rule'>[];
}
