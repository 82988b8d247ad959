import type { BootProblem } from '../../report/boot-problem.js';
import { openLoadSession } from '../../report/load-session.js';
import { offerRecorder } from './record-injections.js';
import type { SourceLocator } from './source-locator.js';

export interface Recording {
  readonly exports: Readonly<Record<string, unknown>>;
  /** Declarations that would have thrown. */
  readonly problems: readonly BootProblem[];
}

/** Imports a module and records its declaration errors and injections; rejects with what the module throws. */
export async function importRecorded(url: string, { locate }: Pick<SourceLocator, 'locate'>): Promise<Recording> {
  const problems: BootProblem[] = [];
  offerRecorder();
  const closeSession = openLoadSession({ locate, report: (problem) => void problems.push(problem) });
  const restoreConsole = divertConsole();
  try {
    return { exports: (await import(url)) as Recording['exports'], problems: Object.freeze(problems) };
  } finally {
    restoreConsole();
    closeSession();
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Runs loads one after another, because the process has one recording session. */
export function queueLoad<T>(load: () => Promise<T>): Promise<T> {
  const result = last.then(load);
  last = result.catch(() => {});
  return result;
}

/** Redirects console output to stderr, away from the output of the command; returns a function that restores it. */
function divertConsole(): () => void {
  const { log, info, debug } = console;
  const divert = (...values: readonly unknown[]) => console.error(...values);
  Object.assign(console, { log: divert, info: divert, debug: divert });
  return () => void Object.assign(console, { log, info, debug });
}
