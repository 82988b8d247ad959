import { escapeTerminal } from '../../../text/escape.js';
import type { Paint } from '../../diff/reporters/report-pretty.js';
import type { Suppression } from '../../exceptions/apply-exceptions.js';
import { versionWords } from '../../lock/contract-lock.js';
import type { VersionChange } from '../../compare/compare-contracts.js';
import { gateSteps, type GateReport, hasFailed, isFailing, sentenceOf } from '../gate-report.js';
import { contractIssue } from '../gate-issues.js';
import { shortenIssues } from './shorten-issues.js';
import { tellIssues, type ToldIssue } from './tell-issues.js';
import { changeWords, stepTitles } from './words.js';

/** For people: what changed in each version, one block per part of the gate, what is excepted, and the verdict. */
export function reportPretty(report: GateReport, paint: Paint = (_, text) => text): string {
  const blocks = [
    `The gate: ${report.base} and what the service declares, as of ${report.asOf}`,
    ...(report.changes.length > 0 ? [report.changes.map(tellChange).join('\n')] : []),
    ...report.notes,
    ...gateSteps.flatMap((step) => {
      const { issues, rest } = shortenIssues(
        report.issues.filter((issue) => issue.step === step),
        report,
      );
      return issues.length === 0
        ? []
        : [
            [
              stepTitles[step],
              ...tellIssues(issues).map((issue) => writeIssue(issue, paint)),
              ...(rest ? [`  ${rest}`] : []),
            ].join('\n'),
          ];
    }),
    ...(report.suppressed.length > 0 ? [['Excepted', ...report.suppressed.map(tellSuppression)].join('\n')] : []),
    verdict(report, paint),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function tellChange(change: VersionChange): string {
  return `  ${versionWords(change.version).padEnd(12)}  ${changeWords(change)}`;
}

function writeIssue({ id, level, sentence, places }: ToldIssue, paint: Paint): string {
  const sources = places.length === 0 ? '' : `\n           ${places.join(', ')}`;
  return `  ${paint(level, level.padEnd(7))}  ${escapeTerminal(sentence)}  [${id}]${sources}`;
}

function tellSuppression({ finding, exception }: Suppression): string {
  return `  ${escapeTerminal(sentenceOf(contractIssue(finding)))}  [${finding.id}]\n           until ${exception.expires}, by ${escapeTerminal(exception.owner)}: ${escapeTerminal(exception.reason)}`;
}

function verdict(report: GateReport, paint: Paint): string {
  const failing = report.issues.filter((issue) => isFailing(issue, report.failOn)).length;
  if (hasFailed(report))
    return paint(
      'error',
      `The gate is closed: ${failing} ${failing === 1 ? 'issue' : 'issues'} of level ${report.failOn} or graver.`,
    );
  return 'The gate is open.';
}
