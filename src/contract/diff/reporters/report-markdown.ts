import type { Level } from '../check.js';
import {
  countLevels,
  groupByOperation,
  headline,
  oneLine,
  summarize,
  type DiffReport,
  type FindingGroup,
} from './diff-report.js';

const words: Readonly<Record<Level, string>> = { error: '**breaks**', warning: '**may break**', info: 'note' };

/** For release notes and migration guides: one section per operation, breaking ones first. */
export function reportMarkdown(report: DiffReport): string {
  const groups = groupByOperation(report.findings);
  const breaks = groups.filter(({ findings }) => countLevels(findings).error + countLevels(findings).warning > 0);
  const others = groups.filter((group) => !breaks.includes(group));
  const sections = [
    `# ${escapeMarkdown(headline(report))}`,
    `As of ${report.asOf}: ${summarize(report.findings)}.`,
    ...(breaks.length > 0 ? ['## What clients must change', ...breaks.map(writeGroup)] : []),
    ...(others.length > 0 ? ['## What else is different', ...others.map(writeGroup)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function writeGroup({ title, apiVersion, findings }: FindingGroup): string {
  const heading = `### ${title === 'the whole document' ? 'The whole document' : `\`${title.replaceAll('`', '')}\``}`;
  const version = apiVersion === null ? '' : ` (version ${escapeMarkdown(apiVersion)})`;
  const lines = findings.map(({ level, message, id }) => `- ${words[level]}: ${escapeMarkdown(message)} (\`${id}\`)`);
  return [`${heading}${version}`, '', ...lines].join('\n');
}

/** Keeps text from becoming markup. */
function escapeMarkdown(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`);
}
