import { setImmediate as turn } from 'node:timers/promises';
import { mostSevere, type Level } from '../report/level.js';
import { differencesOf, type OperationDifferences, type VersionStep } from './differences.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';

/** An operation that differs from the version before. */
export interface Changed {
  readonly operation: ReadOperation;
  readonly differences: OperationDifferences;
  readonly level: Level;
}

/** Milliseconds of comparing after which other requests get their turn. */
const slice = 20;

/** The operations of both versions that differ, in the order of the document. */
export async function changedOperations(
  { reading }: Pick<PageContent, 'reading'>,
  step: VersionStep,
): Promise<readonly Changed[]> {
  const changed: Changed[] = [];
  let started = performance.now();
  for (const operation of reading.operations.values()) {
    const differences = differencesOf(operation, step);
    const level = differences && (differences.movedFrom.length > 0 ? 'error' : mostSevere(differences.findings));
    if (level) changed.push({ operation, differences, level });
    if (performance.now() - started > slice) {
      await turn();
      started = performance.now();
    }
  }
  return changed;
}
