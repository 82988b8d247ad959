import type { Class } from '../../wiring/metadata.js';
import type { NamedOperation } from '../changes/operation-stage.js';
import type { Passage } from '../changes/passage.js';
import type { GuardClass } from '../declare/guard.js';

/** The class that serves a route; two controllers may share a name. */
export interface Binding {
  readonly target: Class;
  readonly key: PropertyKey;
  readonly guards: readonly GuardClass[];
  /** How an older version gets to the handler and back; null where it is the handler's own. */
  readonly passage: Passage | null;
  /** What changed of the operation itself on the way from the handler, the newest first. */
  readonly operations: readonly NamedOperation[];
}
