import { InvalidArgumentError } from 'commander';
import { isoDay } from '../../text/date.js';
import { askService } from '../questions/ask-service.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { defineCommand } from '../program/define-command.js';
import { declareEntry } from '../shared-options.js';

interface LawsOptions extends ReportOptions {
  readonly demo?: boolean;
  readonly runs: number;
  readonly seed: number;
  readonly only?: readonly string[];
}

export const lawsCommand = defineCommand<LawsOptions>({
  declare: (command) => {
    declareEntry(command)
      .option('--runs <count>', 'values per change and direction', readCount, 100)
      .option('--seed <number>', 'seed of the values', readSeed, 1)
      .option(
        '--only <change>',
        'id or title of a change, or name of a lens; repeatable',
        (value, list: readonly string[] = []) => [...list, value],
      );
    declareReport(command);
  },
  examples: [
    { line: 'svc laws', meaning: 'test every change with generated values' },
    { line: 'svc laws --runs 1000 --seed 7', meaning: 'more values, and others' },
    { line: "svc laws --only 'Lists come in pages'", meaning: 'one change, by its title or id' },
    { line: 'svc laws --format github', meaning: 'annotations in a GitHub workflow' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const { runs, seed, failOn, format, demo } = options;
    const now = io.now();
    const details = { runs, seed, only: options.only ?? null, asOf: now.toISOString() };
    const outcome = await askService('laws', { entry, demo }, details, io);
    const { lawsReport } = await import('../../laws/laws-report.js');
    return printReport(
      lawsReport({
        ...outcome,
        trial: { runs, seed },
        asOf: isoDay(now),
        failOn,
        entry: demo ? '--demo' : (entry ?? ''),
      }),
      format,
      io,
    );
  },
});

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number from 1 to 9999999, such as 1000.');
}

function readSeed(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, such as 7.');
}
