import { availableParallelism } from 'node:os';
import { usageError } from '../command-failure.js';

/** How many processes serve: a number, or one per processor for `auto`. */
export function readWorkers(text: string | undefined): number {
  if (text === undefined) return 1;
  if (text === 'auto') return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count === 0)
    throw usageError(
      `--workers ${JSON.stringify(text)} is not a number of processes. Write 1 to 999, or auto for one per processor.`,
    );
  return count;
}
