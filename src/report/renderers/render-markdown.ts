import { codeSpan, escapeMarkdown } from '../../text/escape.js';
import type { Level } from '../level.js';
import {
  acceptanceWords,
  type Chapter,
  type Facts,
  type Lead,
  type Line,
  type Report,
  type Section,
  type Suppressed,
} from '../report.js';
import { sentenceOf } from '../result.js';

const levelNames: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', info: 'info' };

/** For release notes, the summary of a job, or a comment on a change. */
export function renderMarkdown(report: Report): string {
  const {
    heading,
    asOf,
    verdict,
    lead,
    facts,
    notes = [],
    chapters,
    suppressed = [],
    levelWords = levelNames,
  } = report;
  const blocks = [
    `# ${escapeMarkdown(`${heading}, as of ${asOf}`)}`,
    ...(lead ? renderLead(lead) : []),
    escapeMarkdown(verdict.text),
    ...(facts && facts.rows.length > 0 ? [table(facts)] : []),
    ...notes.map(escapeMarkdown),
    ...chapters.flatMap((chapter) => renderChapter(chapter, levelWords)),
    ...(suppressed.length === 0 ? [] : ['## Excepted', suppressed.map(renderSuppressed).join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderLead({ text, choices }: Lead): readonly string[] {
  const list = choices.map((choice, index) => `${index + 1}. ${escapeMarkdown(choice)}`).join('\n');
  return [`**${escapeMarkdown(text)}**`, ...(list === '' ? [] : [list])];
}

function renderChapter(
  { title, sections, rest, isFolded = false }: Chapter,
  levelWords: Readonly<Record<Level, string>>,
): readonly string[] {
  const heading = title === null ? [] : [isFolded ? foldUnder(title) : `## ${escapeMarkdown(title)}`];
  return [
    ...heading,
    ...sections.map((section) => renderSection(section, levelWords)),
    ...(rest === null ? [] : [escapeMarkdown(rest)]),
    ...(title !== null && isFolded ? ['</details>'] : []),
  ];
}

const foldUnder = (title: string) => `<details>\n<summary>${escapeMarkdown(title)}</summary>`;

function renderSection({ titles, lines }: Section, levelWords: Readonly<Record<Level, string>>): string {
  const list = lines.map((line) => renderLine(line, levelWords)).join('\n');
  return titles.length === 0 ? list : `### ${escapeMarkdown(titles.join(', '))}\n\n${list}`;
}

function renderLine(
  { id, level, subject, message, fix, places, morePlaces, details = [] }: Line,
  levelWords: Readonly<Record<Level, string>>,
): string {
  const where =
    places.length === 0 ? '' : ` at ${[...places.map(codeSpan), ...(morePlaces ? [morePlaces] : [])].join(', ')}`;
  const sentence = escapeMarkdown(`${subject === '' ? '' : ` ${subject}`}: ${message}${fix === null ? '' : ` ${fix}`}`);
  const inside = details.map(([label, text]) => `\n  - ${escapeMarkdown(label)}: ${codeSpan(text)}`).join('');
  return `- **${levelWords[level]}**${sentence} (${codeSpan(id)})${where}${inside}`;
}

function renderSuppressed({ result, ...acceptance }: Suppressed): string {
  return `- ${escapeMarkdown(sentenceOf(result))} (${codeSpan(result.id)}), ${escapeMarkdown(acceptanceWords(acceptance))}`;
}

function table({ heads, rows }: Facts): string {
  return [heads, heads.map(() => '---'), ...rows.map((cells) => cells.map(escapeMarkdown))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
