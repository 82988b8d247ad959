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

/** Notes where the declaration stands that is being evaluated. A stack is written out when it is first read, which in a big module takes its time. */
export function captureSource(): SourceReader {
  const session = holder[key];
  if (!session) return nowhere;
  const here = new Error('declared here');
  let source: Source | null | undefined;
  return () => (source === undefined ? (source = session.locate(here.stack ?? '')) : source);
}

/** Throws where the declaration stands; under the loader it is recorded instead, so that every problem shows at once. */
export function declarationError(id: string, message: string, fix: string): void {
  const session = holder[key];
  if (!session) throw new TypeError(`${message}. ${fix}`);
  session.report(problem(id, `${message}.`, fix, { source: captureSource()() }));
}
