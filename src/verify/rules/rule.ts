import type { Level } from '../../report/level.js';
import type { ReadExchange } from '../exchange.js';

/** One thing that an answer has to be. */
export interface VerifyRule {
  /** Stable, kebab-case. */
  readonly id: string;
  readonly level: Level;
  /** What holds, as one sentence. */
  readonly summary: string;
  /** What is wrong with an answer, as sentences without the operation. */
  readonly find: (reading: ReadExchange) => readonly (string | Broken)[];
}

/** A sentence, and another level than the rule's. */
export interface Broken {
  readonly message: string;
  readonly level: Level;
}
