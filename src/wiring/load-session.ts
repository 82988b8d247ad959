import type { Problem, Source } from '../report/problem.js';
import { problem } from '../report/problem.js';

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

/** The line of a declaration, looked up when it is first read; null outside the loader. */
export type SourceReader = () => Source | null;

const nowhere: SourceReader = () => null;

/** Remembers where the current declaration is. The stack is formatted when it is first read, because that is slow in a big module. */
export function captureSource(): SourceReader {
  const session = holder[key];
  if (!session) return nowhere;
  const here = new Error('declared here');
  let source: Source | null | undefined;
  return () => (source === undefined ? (source = session.locate(here.stack ?? '')) : source);
}

/** Throws at the declaration; under the loader, records the problem instead, so that all of them are reported at once. */
export function declarationError(id: string, message: string, fix: string): void {
  const session = holder[key];
  if (!session) throw new TypeError(`${message}. ${fix}`);
  session.report(problem(id, `${message}.`, fix, { source: captureSource()() }));
}
