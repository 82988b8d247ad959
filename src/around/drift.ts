import type { Logger } from '../routing/table/logger.js';
import { pathOf } from '../routing/table/path.js';
import type { Route } from '../routing/table/route.js';

/** Characters of a path in the log. */
const longestPath = 200;

/** What an application answered that its document does not say, and what was asked past it. */
export interface DriftCount {
  /** `GET /books`, as the document has it. */
  readonly operation: string;
  /** Answers with a status or a media type that is not declared; they pass as they are. */
  readonly undeclared: number;
  /** Answers that are not what their schema says. */
  readonly misfits: number;
  /** Requests that passed as they came, because they spell the path otherwise than `paths` says. */
  readonly passedNear: number;
}

type Counts = { undeclared: number; misfits: number; passedNear: number };

/** Counts what an application answers that its document does not say, and logs the first of each kind and operation. */
export class Drift {
  readonly #counts = new Map<string, Counts>();
  /** Paths of the document, as requests have been near them. */
  readonly #near = new Set<string>();
  readonly #logger: () => Logger;

  constructor(logger: () => Logger) {
    this.#logger = logger;
  }

  note(kind: 'undeclared' | 'misfits', operation: string, detail: string): void {
    if (this.#count(kind, operation) > 1) return;
    this.#logger().warn(`${operation} answers what its document does not say`, { detail });
  }

  /** A request that passes as it came, though the path of a route is near; logged once for each path. */
  notePassedNear({ method, path }: Pick<Route, 'method' | 'path'>, url: string): void {
    this.#count('passedNear', `${method} ${path}`);
    if (this.#near.has(path)) return;
    this.#near.add(path);
    this.#logger().warn(`passed-near: a request near ${method} ${path} passes as it came, unconverted`, {
      code: 'passed-near',
      path: pathOf(url).slice(0, longestPath),
      fix: 'If the application answers it, say so with the option paths.',
    });
  }

  #count(kind: keyof Counts, operation: string): number {
    const counts = this.#counts.get(operation) ?? { undeclared: 0, misfits: 0, passedNear: 0 };
    this.#counts.set(operation, counts);
    return (counts[kind] += 1);
  }

  get counts(): readonly DriftCount[] {
    return [...this.#counts].map(([operation, counts]) => Object.freeze({ operation, ...counts }));
  }
}
