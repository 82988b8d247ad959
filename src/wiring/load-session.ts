import type { Problem, Source } from './problem.js';
import { problem } from './problem.js';

/** What the offline loader listens to while it evaluates a service; absent in a running app. */
export interface LoadSession {
  /** The place in the service's own source that a stack leads to. */
  locate(stack: string): Source | null;
  report(problem: Problem): void;
}

const key = Symbol.for('svckit.load-session');
const holder = globalThis as { [key]?: LoadSession | undefined };

export function openLoadSession(session: LoadSession): () => void {
  holder[key] = session;
  return () => {
    holder[key] = undefined;
  };
}

/** The line of the declaration that is being evaluated; null outside the loader. */
export function captureSource(): Source | null {
  return holder[key]?.locate(new Error('declared here').stack ?? '') ?? null;
}

/** Throws where the declaration stands; under the loader it is recorded instead, so that every problem shows at once. */
export function declarationError(id: string, message: string, fix: string): void {
  const session = holder[key];
  if (!session) throw new TypeError(`${message}. ${fix}`);
  session.report(problem(id, `${message}.`, fix, { source: captureSource() }));
}
