import type { BootProblem, Source } from './boot-problem.js';
import { problem } from './boot-problem.js';

/** What the offline loader records while it evaluates a service; absent in a running app. */
export interface LoadSession {
  /** The position in the service's source that a stack points to. */
  locate(stack: string): Source | null;
  report(problem: BootProblem): void;
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

/** Captures the position of the current declaration. The stack is formatted when first read, because formatting is slow in a large module. */
export function captureSource(): SourceReader {
  const session = holder[key];
  if (!session) return nowhere;
  const here = new Error('declared here');
  let source: Source | null | undefined;
  return () => (source === undefined ? (source = session.locate(here.stack ?? '')) : source);
}

/** Throws at the declaration; under the loader, records the problem instead, so that all are reported together. */
export function declarationError(id: string, message: string, fix: string, source = captureSource()): void {
  const session = holder[key];
  if (!session) throw new TypeError(`${message}. ${fix}`);
  session.report(problem(id, `${message}.`, fix, { source: source() }));
}
