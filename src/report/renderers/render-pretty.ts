import { escapeTerminal } from '../../text/escape.js';
import { wrapLine, wrapText } from '../../text/wrap-text.js';
import type { Level } from '../level.js';
import {
  acceptanceWords,
  type Facts,
  type Lead,
  type Line,
  type Report,
  resultsOf,
  type Section,
  type Suppressed,
} from '../report.js';
import { detailLines, formatPlace, type Result, resultLine, sentenceOf } from '../result.js';

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
  return report.isFlat ? renderFlat(report, terminal) : renderBlocks(report, terminal);
}

function renderBlocks(
  { heading, asOf, lead, facts, notes = [], chapters, suppressed = [], verdict }: Report,
  terminal: Terminal,
): string {
  const { columns, paint } = terminal;
  const blocks = [
    paint('title', escapeTerminal(`${heading}, as of ${asOf}`)),
    lead ? renderLead(lead, terminal) : '',
    facts ? renderFacts(facts, columns) : '',
    ...notes.map((note) => wrapLine(escapeTerminal(note), columns, '')),
    ...chapters.flatMap(({ title, sections, rest }) => {
      const blocks = sections.map((section) => renderSection(section, terminal));
      const last = [...blocks.slice(-1), ...(rest === null ? [] : [`  ${rest}`])].join('\n');
      const [first = '', ...others] = [...blocks.slice(0, -1), last];
      const isTitled = (sections[0]?.titles.length ?? 0) > 0;
      return [
        title === null ? first : `${paint('title', escapeTerminal(title))}${isTitled ? '\n\n' : '\n'}${first}`,
        ...others,
      ];
    }),
    suppressed.length === 0
      ? ''
      : [paint('title', 'Excepted'), ...suppressed.map((one) => renderSuppressed(one, columns))].join('\n'),
    paint(verdict.level ?? 'success', escapeTerminal(verdict.text)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderLead({ text, choices }: Lead, { columns, paint }: Terminal): string {
  return [
    paint('error', wrapLine(escapeTerminal(text), columns, '')),
    ...choices.map((choice, index) => wrapLine(`${index + 1}. ${escapeTerminal(choice)}`, columns, '  ', '   ')),
  ].join('\n');
}

function renderFacts({ heads, rows }: Facts, columns: number | null): string {
  if (rows.length === 0) return '';
  const all = heads.length > 2 ? [heads, ...rows] : rows;
  const widthsOf = (lines: readonly (readonly string[])[]) =>
    heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const whole = all.map((row) => row.map(escapeTerminal));
  const others = widthsOf(whole)
    .slice(1)
    .reduce((sum, width) => sum + width + 2, 2);
  const first = columns === null ? Infinity : Math.max(leastName, columns - others);
  const lines = whole.map(([name, ...cells]) => [shortenName(name!, first), ...cells]);
  const widths = widthsOf(lines);
  return lines
    .map((cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .join('\n');
}

/** The shortest that names are cut to. */
const leastName = 20;

/** `GET /users/…/resource-0`: a name without its middle, since paths begin alike. */
function shortenName(name: string, width: number): string {
  const letters = [...name];
  if (letters.length <= width) return name;
  const start = Math.floor((width - 1) / 3);
  return `${letters.slice(0, start).join('')}…${letters.slice(letters.length - (width - 1 - start)).join('')}`;
}

function renderSection({ titles, lines }: Section, terminal: Terminal): string {
  return [
    ...titles.map((title) => terminal.paint('place', escapeTerminal(title))),
    ...lines.map((line) => renderLine(line, terminal)),
  ].join('\n');
}

/** What stands below the level of a line. */
const below = ' '.repeat(11);

function renderLine(
  { id, level, subject, message, fix, places, morePlaces, details }: Line,
  { columns, paint }: Terminal,
): string {
  const sentence = `${subject === '' ? '' : `${subject}: `}${message}${fix === null ? '' : ` ${fix}`}`;
  const name = `[${escapeTerminal(id)}]`;
  const text = wrapLine(`${escapeTerminal(sentence)}  ${name}`, columns, below).trimStart();
  const where = [...places, ...(morePlaces ? [morePlaces] : [])].map(escapeTerminal).join(', ');
  const lines = detailLines({ ...(details && { details }) });
  return [
    `  ${paint(level, level.padEnd(7))}  ${text.slice(0, -name.length)}${paint('id', name)}`,
    ...(where === '' ? [] : [wrapLine(where, columns, below)]),
    ...lines.map((line) => wrapLine(line, columns, below, '  ')),
  ].join('\n');
}

function renderSuppressed({ result, ...acceptance }: Suppressed, columns: number | null): string {
  const [sentence, who] = [sentenceOf(result), acceptanceWords(acceptance)].map(escapeTerminal);
  return [
    wrapLine(`${sentence}  [${escapeTerminal(result.id)}]`, columns, '  ', below.slice(2)),
    wrapLine(who!, columns, below),
  ].join('\n');
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
  const where = place ? formatPlace(place) : (subject.handler ?? '');
  return [
    [where === '' ? '' : paint('place', escapeTerminal(where)), paint(level, level), paint('id', escapeTerminal(id))]
      .filter((word) => word !== '')
      .join('  '),
    ...wrapText(escapeTerminal(message), width, '  '),
    ...detailLines(result).map((line) => `    ${line}`),
    ...(fix === null ? [] : wrapText(escapeTerminal(`→ ${fix}`), width, '  ').map((line) => paint('fix', line))),
  ].join('\n');
}
