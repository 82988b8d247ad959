import { oneLine } from '../../diff/reporters/diff-report.js';
import { versionWords } from '../../lock/contract-lock.js';
import { type GateIssue, gateSteps, type GateReport, hasFailed, sentenceOf } from '../gate-report.js';
import { contractIssue } from '../gate-issues.js';
import { shortenIssues } from './shorten-issues.js';
import { changeWords, stepTitles } from './words.js';

/** For a job's summary or a comment on a change. */
export function reportMarkdown(report: GateReport): string {
  const { asOf, base, changes, notes, issues, suppressed } = report;
  const sections = [
    `## The gate is ${hasFailed(report) ? 'closed' : 'open'}`,
    `Compared with ${escape(base)}, as of ${asOf}.`,
    ...(changes.length > 0 ? [['| Version | Contract |', '| --- | --- |', ...changes.map((change) => `| ${escape(versionWords(change.version))} | ${changeWords(change)} |`)].join('\n')] : []),
    ...notes.map(escape),
    ...gateSteps.flatMap((step) => {
      const { issues: own, rest } = shortenIssues(issues.filter((issue) => issue.step === step), report);
      return own.length === 0 ? [] : [`### ${stepTitles[step]}`, own.map(tell).join('\n'), ...(rest ? [rest] : [])];
    }),
    ...(suppressed.length === 0 ? [] : ['### Excepted', suppressed.map(({ finding, exception }) =>
      `- ${escape(sentenceOf(contractIssue(finding)))} (\`${finding.id}\`), until ${exception.expires}, by ${escape(exception.owner)}: ${escape(exception.reason)}`).join('\n')]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function tell(issue: GateIssue): string {
  const place = issue.file === null ? '' : ` at \`${issue.file}${issue.line === null ? '' : `:${issue.line}`}\``;
  return `- **${issue.level}** ${escape(sentenceOf(issue))} (\`${issue.id}\`)${place}`;
}

const escape = (text: string) => oneLine(text).replaceAll(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`);
