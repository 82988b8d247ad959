import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { type Format, formats, type ReportFormat } from '../report/formats.js';
import { type Level, levels } from '../report/level.js';
import { hasFailed, type Report } from '../report/report.js';
import type { Result } from '../report/result.js';
import type { Io } from './io.js';
import { ownVersion } from './own-package.js';
import { chooseFrom } from './shared-options.js';
import { terminalOf } from './terminal/terminal-of.js';

/** The options of every command that reports. */
export interface ReportOptions {
  readonly format: Format;
  readonly failOn: Level;
}

/** `--format` and `--fail-on`. */
export function declareReport(command: Command): Command {
  return command
    .addOption(chooseFrom('--format <format>', 'output format', Object.keys(formats)).default('pretty'))
    .addOption(chooseFrom('--fail-on <level>', 'exit 1 at this level or above', levels).default('error'));
}

/** Prints a report on standard output, and returns the exit code. */
export function printReport(report: Report, format: Format, io: Io): 0 | 1 {
  const output = { ...terminalOf(io), toolVersion: ownVersion() };
  const { render, pathsFrom, reader }: ReportFormat = formats[format];
  io.stdout.write(render(pathsFrom === 'repository' ? nameFromTop(report, io) : report, output), reader);
  return hasFailed(report) ? 1 : 0;
}

function nameFromTop(report: Report, { cwd, env }: Pick<Io, 'cwd' | 'env'>): Report {
  const top = findTop(cwd) ?? env.GITHUB_WORKSPACE;
  if (!top) return report;
  const named = (result: Result): Result => {
    const { place } = result;
    return place
      ? { ...result, place: { ...place, file: nameFrom(top, resolve(cwd, place.file)) ?? place.file } }
      : result;
  };
  return {
    ...report,
    parts: report.parts.map((part) => ({ ...part, results: part.results.map(named) })),
    ...(report.suppressed && {
      suppressed: report.suppressed.map((one) => ({ ...one, result: named(one.result) })),
    }),
  };
}

/** null for a file outside. */
function nameFrom(top: string, file: string): string | null {
  const path = relative(top, file);
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? null : path.split(sep).join('/');
}

/** `.git` is a folder, or a file in a worktree. */
function findTop(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : findTop(parent);
}
