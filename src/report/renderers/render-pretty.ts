import { escapeTerminal } from '../../text/escape.js';
import { wrapText } from '../../text/wrap-text.js';
import type { Level } from '../level.js';
import {
  acceptanceWords,
  type Facts,
  type Line,
  type Report,
  resultsOf,
  type Section,
  type Suppressed,
} from '../report.js';
import { detailLines, placeOf, type Result, resultLine, sentenceOf } from '../result.js';

/** What a text is, for colours. */
export type Role = Level | 'success' | 'place' | 'id' | 'fix' | 'title';
export type Paint = (role: Role, text: string) => string;

/** The terminal of a report; columns is null where it is none. */
export interface Terminal {
  readonly columns: number | null;
  readonly paint: Paint;
}

/** For people: what was looked at, the results in blocks, the verdict; or one line per result and the verdict. */
export function renderPretty(report: Report, terminal: Terminal): string {
  return report.isFlat ? renderFlat(report, terminal) : renderBlocks(report, terminal.paint);
}

function renderBlocks(
  { heading, asOf, facts, notes = [], chapters, suppressed = [], verdict }: Report,
  paint: Paint,
): string {
  const blocks = [
    paint('title', escapeTerminal(`${heading}, as of ${asOf}`)),
    facts ? renderFacts(facts) : '',
    ...notes.map(escapeTerminal),
    ...chapters.flatMap(({ title, sections, rest }) => {
      const blocks = sections.map((section) => renderSection(section, paint));
      const [first = '', ...others] =
        rest === null ? blocks : [...blocks.slice(0, -1), `${blocks.at(-1) ?? ''}\n  ${rest}`];
      const isTitled = (sections[0]?.titles.length ?? 0) > 0;
      return [
        title === null ? first : `${paint('title', escapeTerminal(title))}${isTitled ? '\n\n' : '\n'}${first}`,
        ...others,
      ];
    }),
    suppressed.length === 0 ? '' : [paint('title', 'Excepted'), ...suppressed.map(renderSuppressed)].join('\n'),
    paint(verdict.level ?? 'success', escapeTerminal(verdict.text)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderFacts({ heads, rows }: Facts): string {
  if (rows.length === 0) return '';
  const lines = (heads.length > 2 ? [heads, ...rows] : rows).map((row) => row.map(escapeTerminal));
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .join('\n');
}

function renderSection({ titles, lines }: Section, paint: Paint): string {
  return [
    ...titles.map((title) => paint('place', escapeTerminal(title))),
    ...lines.map((line) => renderLine(line, paint)),
  ].join('\n');
}

function renderLine({ id, level, subject, message, fix, places, details }: Line, paint: Paint): string {
  const sentence = `${subject === '' ? '' : `${subject}: `}${message}${fix === null ? '' : ` ${fix}`}`;
  const where = places.length === 0 ? '' : `\n           ${places.map(escapeTerminal).join(', ')}`;
  return `  ${paint(level, level.padEnd(7))}  ${escapeTerminal(sentence)}  ${paint('id', `[${escapeTerminal(id)}]`)}${where}${detailLines(
    { ...(details && { details }) },
  )
    .map((line) => `\n           ${line}`)
    .join('')}`;
}

function renderSuppressed({ result, ...acceptance }: Suppressed): string {
  const [sentence, who] = [sentenceOf(result), acceptanceWords(acceptance)].map(escapeTerminal);
  return `  ${sentence}  [${escapeTerminal(result.id)}]\n           ${who}`;
}

function renderFlat(report: Report, { columns, paint }: Terminal): string {
  const { text, level } = report.verdict;
  const results = resultsOf(report).map((result) =>
    columns === null
      ? `${[resultLine(result), ...detailLines(result).map((line) => `    ${line}`)].join('\n')}\n`
      : `${renderParagraph(result, columns, paint)}\n\n`,
  );
  const notes = (report.notes ?? []).map((note) =>
    columns === null ? `${escapeTerminal(note)}\n` : `${wrapText(escapeTerminal(note), columns, '').join('\n')}\n\n`,
  );
  return `${[...results, ...notes].join('')}${paint(level ?? 'success', escapeTerminal(text))}\n`;
}

function renderParagraph(result: Result, width: number, paint: Paint): string {
  const { id, level, message, fix, place, subject } = result;
  const where = place ? placeOf(place) : (subject.handler ?? '');
  return [
    [where === '' ? '' : paint('place', escapeTerminal(where)), paint(level, level), paint('id', escapeTerminal(id))]
      .filter((word) => word !== '')
      .join('  '),
    ...wrapText(escapeTerminal(message), width, '  '),
    ...detailLines(result).map((line) => `    ${line}`),
    ...(fix === null ? [] : wrapText(escapeTerminal(`→ ${fix}`), width, '  ').map((line) => paint('fix', line))),
  ].join('\n');
}
