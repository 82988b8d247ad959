import type { Level } from '../../report/level.js';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CheckId } from '../../contract/diff/checks.js';
import { parseSeverity, SeverityError, severityById } from '../../contract/diff/parse-severity.js';
import { CommandFailure, usageError } from '../command-failure.js';

/** The levels that a severity file gives to checks; undefined without a file. */
export function readSeverity(file: string | undefined, cwd: string): ReadonlyMap<CheckId, Level> | undefined {
  if (file === undefined) return undefined;
  try {
    return severityById(parseSeverity(readFileSync(resolve(cwd, file), 'utf8'), file));
  } catch (error) {
    if (error instanceof SeverityError) throw new CommandFailure(error.message);
    if ((error as NodeJS.ErrnoException).code !== undefined)
      throw usageError(`--severity ${file} cannot be read: ${(error as Error).message}`);
    throw error;
  }
}
