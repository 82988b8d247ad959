import { byTheLetter, type SeverityId } from '../diff/severity-id.js';
import { type Command, InvalidArgumentError } from 'commander';
import { type Level, levels } from '../report/level.js';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSeverity, severityById, SeverityError } from '../diff/parse-severity.js';
import { parseExceptions } from '../contract/exceptions/parse-exceptions.js';
import { readRegularFile } from './sources/read-regular-file.js';
import { chooseFrom } from './shared-options.js';
import { CommandFailure, usageError } from './command-failure.js';

/** `--dir`, the folder of the lock files. */
export function declareContracts(command: Command): Command {
  return command.option(
    '--dir <folder>',
    'folder of the lock files; by default contracts beside the export file',
    readFolder,
  );
}

function readFolder(text: string): string {
  if (text.trim() !== '') return text.replace(/(?<=.)\/+$/, '');
  throw new InvalidArgumentError('Name a folder.');
}

/** `--by-the-letter`, for commands that give differences levels. */
export function declareByTheLetter(command: Command): Command {
  return command.addOption(
    chooseFrom(
      '--by-the-letter <level>',
      'level of what breaks by the letter alone, such as a new member of a closed answer; by default what the configuration says, or info',
      levels.toReversed(),
    ),
  );
}

/** `--severity`, `--by-the-letter` and `--suggest-exceptions`, for commands that judge contracts. */
export function declareJudging(command: Command): Command {
  return declareByTheLetter(command)
    .option(
      '--severity <file>',
      'YAML list of { id, level, reason } that overrides levels; the id by-the-letter stands for what breaks by the letter alone',
    )
    .option('--suggest-exceptions', 'print entries for exceptions.yaml, one per error and warning');
}

/** The entries of the file of `--exceptions`; undefined without a file. Throws for one that cannot be read, with all its faults. */
export function readExceptions(file: string | undefined, cwd: string) {
  if (file === undefined) return undefined;
  const text = readRegularFile(file, cwd);
  if (text === null)
    throw usageError(`--exceptions ${file} does not exist. svc diff --suggest-exceptions prints entries for it.`);
  const { exceptions, problems } = parseExceptions(text);
  if (problems.length === 0) return { exceptions, file };
  throw usageError(problems.map(({ line, message, fix }) => `${file}:${line}: ${message} ${fix}`).join('\n'));
}

/** What gives differences other levels. */
export interface LevelOptions {
  readonly severity?: string;
  readonly byTheLetter?: Level;
}

/** The levels that options give; undefined where they give none. */
export function readLevels(
  { severity: file, byTheLetter: level }: LevelOptions,
  cwd: string,
): ReadonlyMap<SeverityId, Level> | undefined {
  const severity = readSeverity(file, cwd);
  return level === undefined ? severity : new Map([...(severity ?? []), [byTheLetter, level]]);
}

function readSeverity(file: string | undefined, cwd: string): ReadonlyMap<SeverityId, Level> | undefined {
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
