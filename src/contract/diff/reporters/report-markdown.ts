import type { Level } from '../check.js';
import {
  countLevels,
  groupByOperations,
  headline,
  oneLine,
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

/** Keeps text from becoming markup. */
function escapeMarkdown(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`);
}
