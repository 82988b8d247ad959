import { escapeMarkdown } from '../../../text/escape.js';
import type { Level } from '../../../report/level.js';
import {
  countLevels,
  groupByOperations,
  headline,
  summarize,
  type DiffReport,
  type FindingGroup,
} from './diff-report.js';

const words: Readonly<Record<Level, string>> = { error: '**breaks**', warning: '**may break**', info: 'note' };

/** For release notes: one section for the operations that changed alike, breaking ones first. */
export function reportMarkdown(report: DiffReport): string {
  const groups = groupByOperations(report.findings);
  const breaks = groups.filter(({ findings }) => countLevels(findings).error + countLevels(findings).warning > 0);
  const others = groups.filter((group) => !breaks.includes(group));
  const sections = [
    `# ${escapeMarkdown(headline(report))}`,
    `As of ${report.asOf}: ${summarize(groups)}.`,
    ...(breaks.length > 0 ? ['## What clients must change', ...breaks.map(writeGroup)] : []),
    ...(others.length > 0 ? ['## What else is different', ...others.map(writeGroup)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function writeGroup({ operations, findings }: FindingGroup): string {
  const names = operations.map(({ title, apiVersion }) => {
    const name = title === 'the whole document' ? 'The whole document' : `\`${title.replaceAll('`', '')}\``;
    return apiVersion === null ? name : `${name} (version ${escapeMarkdown(apiVersion)})`;
  });
  const lines = findings.map(({ level, message, id }) => `- ${words[level]}: ${escapeMarkdown(message)} (\`${id}\`)`);
  return [`### ${names.join(', ')}`, '', ...lines].join('\n');
}
