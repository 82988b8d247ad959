import { openLoadSession } from '../../wiring/load-session.js';
import type { Problem } from '../../report/problem.js';
import { divertConsole } from './divert-console.js';
import { offerRecorder } from './record-injections.js';
import type { SourceLocator } from './source-locator.js';

export interface Recording {
  readonly exports: Readonly<Record<string, unknown>>;
  /** Declarations that would have thrown. */
  readonly problems: readonly Problem[];
}

/** Imports a module with its declaration errors and injections recorded; rejects with what the module throws. */
export async function importRecorded(url: string, { locate }: Pick<SourceLocator, 'locate'>): Promise<Recording> {
  const problems: Problem[] = [];
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
