import type { Severity } from '../../report/problem.js';
import { defineCommand } from '../program/define-command.js';
import { openService } from '../open-service.js';
import { ownVersion } from '../own-package.js';
import { isoDay } from '../../text/date.js';
import { chooseFrom, declareEntry, readAsOf } from '../shared-options.js';
import { isFailing } from '../reporters/check-report.js';
import { listRules, ruleListFormats } from '../reporters/list-rules.js';
import { fileNamer } from '../reporters/name-files.js';
import { reporters } from '../reporters/reporters.js';
import { usageError } from '../command-failure.js';

interface CheckOptions {
  readonly format: keyof typeof reporters;
  readonly failOn: Severity;
  readonly asOf?: string;
  readonly list?: boolean;
  readonly demo?: boolean;
}

export const checkCommand = defineCommand<CheckOptions>({
  declare: (command) => {
    declareEntry(command);
    command
      .addOption(chooseFrom('--format <format>', 'how to print them', Object.keys(reporters)).default('pretty'))
      .addOption(
        chooseFrom('--fail-on <severity>', 'what makes the exit code 1', ['error', 'warning']).default('error'),
      )
      .option('--as-of <date>', 'the day to take for today, in UTC')
      .option('--list', 'list the rules instead of checking (pretty or json)');
  },
  examples: [
    { line: 'svc check', meaning: 'every problem, with its place and what to write instead' },
    { line: 'svc check --fail-on warning --format github', meaning: 'annotations in a GitHub workflow' },
    { line: 'svc check --as-of 2027-03-02', meaning: 'what will be wrong on that day' },
  ],
  execute: async ({ io, operands: [entry], options: { format, failOn, asOf, list, demo } }) => {
    const now = readAsOf(asOf, io.now);
    const { checkRules, checkWholeService } = await import('../../export/index.js');
    if (list) {
      if (entry !== undefined)
        throw usageError('--list prints the rules, which are the same for every service. Leave the entry out.');
      if (!(format in ruleListFormats)) throw usageError(`--list prints pretty or json, not ${format}.`);
      io.stdout.write(listRules(checkRules, format as keyof typeof ruleListFormats));
      return 0;
    }
    const service = await openService({ entry, demo }, io);
    const nameFile = fileNamer(format, io);
    const problems = (await checkWholeService(service, { asOf: now })).map((problem) => ({
      ...problem,
      source: problem.source && nameFile(problem.source),
    }));
    const report = {
      asOf: isoDay(now),
      problems,
      rules: checkRules,
      routeCount: service.table.routes.length,
      failOn,
      toolVersion: ownVersion(),
    };
    io.stdout.write(reporters[format](report, io));
    return problems.some((problem) => isFailing(problem, failOn)) ? 1 : 0;
  },
});
