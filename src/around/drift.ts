import type { Logger } from '../routing/table/logger.js';

/** What an application answered that its document does not say. */
export interface DriftCount {
  /** `GET /books`, as the document has it. */
  readonly operation: string;
  /** Answers with a status or a media type that is not declared; they pass as they are. */
  readonly undeclared: number;
  /** Answers that are not what their schema says. */
  readonly misfits: number;
}

/** Counts what an application answers that its document does not say, and logs the first of each kind and operation. */
export class Drift {
  readonly #counts = new Map<string, { undeclared: number; misfits: number }>();
  readonly #logger: () => Logger;

  constructor(logger: () => Logger) {
    this.#logger = logger;
  }

  note(kind: 'undeclared' | 'misfits', operation: string, detail: string): void {
    const counts = this.#counts.get(operation) ?? { undeclared: 0, misfits: 0 };
    this.#counts.set(operation, counts);
    counts[kind] += 1;
    if (counts[kind] > 1) return;
    this.#logger().warn(`${operation} answers what its document does not say`, { detail });
  }

  get counts(): readonly DriftCount[] {
    return [...this.#counts].map(([operation, counts]) => Object.freeze({ operation, ...counts }));
  }
}
