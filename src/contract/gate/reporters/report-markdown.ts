import { escapeMarkdown } from '../../../text/escape.js';
import { versionWords } from '../../lock/contract-lock.js';
import { gateSteps, type GateReport, hasFailed, sentenceOf } from '../gate-report.js';
import { contractIssue } from '../gate-issues.js';
import { shortenIssues } from './shorten-issues.js';
import { tellIssues, type ToldIssue } from './tell-issues.js';
import { changeWords, stepTitles } from './words.js';

/** For a job's summary or a comment on a change. */
export function reportMarkdown(report: GateReport): string {
  const { asOf, base, changes, notes, issues, suppressed } = report;
  const sections = [
    `## The gate is ${hasFailed(report) ? 'closed' : 'open'}`,
    `Compared with ${escapeMarkdown(base)}, as of ${asOf}.`,
    ...(changes.length > 0
      ? [
          [
            '| Version | Contract |',
            '| --- | --- |',
            ...changes.map((change) => `| ${escapeMarkdown(versionWords(change.version))} | ${changeWords(change)} |`),
          ].join('\n'),
        ]
      : []),
    ...notes.map(escapeMarkdown),
    ...gateSteps.flatMap((step) => {
      const { issues: own, rest } = shortenIssues(
        issues.filter((issue) => issue.step === step),
        report,
      );
      return own.length === 0
        ? []
        : [`### ${stepTitles[step]}`, tellIssues(own).map(writeIssue).join('\n'), ...(rest ? [rest] : [])];
    }),
    ...(suppressed.length === 0
      ? []
      : [
          '### Excepted',
          suppressed
            .map(
              ({ finding, exception }) =>
                `- ${escapeMarkdown(sentenceOf(contractIssue(finding)))} (\`${finding.id}\`), until ${exception.expires}, by ${escapeMarkdown(exception.owner)}: ${escapeMarkdown(exception.reason)}`,
            )
            .join('\n'),
        ]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function writeIssue({ id, level, sentence, places }: ToldIssue): string {
  const sources = places.length === 0 ? '' : ` at ${places.map((place) => `\`${place}\``).join(', ')}`;
  return `- **${level}** ${escapeMarkdown(sentence)} (\`${id}\`)${sources}`;
}
