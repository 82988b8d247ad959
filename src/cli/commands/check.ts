import type { RuleSummary } from '../../export/rules/rule.js';
import { writeJson } from '../../json/json.js';
import { isoDay } from '../../text/date.js';
import { usageError } from '../command-failure.js';
import { askService } from '../questions/ask-service.js';
import { declareContracts } from '../contract-options.js';
import { readCounts, readShapes } from '../sources/changes-file.js';
import { contractsFolder } from '../sources/open-service.js';
import { declareReport, printReport, type ReportOptions } from '../print-report.js';
import { defineCommand } from '../program/define-command.js';
import { declareAsOf, declareEntry, readAsOf } from '../shared-options.js';
import { printTable } from '../terminal/print-table.js';

interface CheckOptions extends ReportOptions {
  readonly asOf?: string;
  readonly list?: boolean;
  readonly demo?: boolean;
  readonly dir?: string;
  readonly all?: boolean;
}

export const checkCommand = defineCommand<CheckOptions>({
  declare: (command) => {
    declareEntry(command);
    declareContracts(command);
    declareReport(command);
    declareAsOf(command)
      .option('--all', "each place of an application's document with a mistake, not the first of each kind")
      .option('--list', 'list the rules instead of checking the service (pretty or json)');
  },
  examples: [
    { line: 'svc check', meaning: 'every problem with its location and fix' },
    { line: 'svc check --fail-on warning --format github', meaning: 'annotations in a GitHub workflow' },
    { line: 'svc check --as-of 2027-03-02', meaning: 'problems as of that date' },
  ],
  execute: async ({ io, operands: [entry], options: { format, failOn, asOf, list, demo, dir, all = false } }) => {
    const now = readAsOf(asOf, io.now);
    if (list) {
      if (entry !== undefined) throw usageError('--list needs no service. Omit the entry.');
      if (format !== 'pretty' && format !== 'json')
        throw usageError(`--list does not support --format ${format}. Available: pretty, json.`);
      const { checkRules } = await import('../../export/rules/rules.js');
      io.stdout.write(ruleFormats[format](checkRules));
      return 0;
    }
    const folder = await contractsFolder(dir, { entry, demo }, io);
    const details = {
      asOf: now.toISOString(),
      shapes: readShapes(folder, io.cwd),
      kept: readCounts(folder, io.cwd, now),
      isWhole: all,
    };
    const found = await askService('checks', { entry, demo }, details, io);
    const { checkReport } = await import('../../export/rules/check-report.js');
    const report = checkReport({ asOf: isoDay(now), failOn, ...found });
    return printReport(report, format, io);
  },
});

const ruleFormats = {
  pretty: (rules: readonly RuleSummary[]) =>
    printTable(rules.map(({ id, severity, summary }) => [id, severity, summary])),
  json: (rules: readonly RuleSummary[]) =>
    writeJson({ version: 1, rules: rules.map(({ id, severity, summary }) => ({ id, severity, summary })) }),
};
