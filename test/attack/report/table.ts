import { escapeMarkdown, escapeTerminal } from '../../../src/text/escape.js';
import type { Figures, Scale } from '../scenario.js';

/** What became of a scenario. */
export interface Row {
  readonly name: string;
  readonly verdict: 'held' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly note: string;
  readonly broken: readonly string[];
  /** Missing when the scenario was skipped or did not finish. */
  readonly figures?: Figures;
}

export interface Summary {
  readonly scale: Scale;
  readonly seed: number;
  readonly seconds: number;
  readonly held: number;
  readonly failed: number;
  readonly skipped: number;
  readonly requests: number;
}

export function summarise(
  rows: readonly Row[],
  { scale, seed, seconds }: Pick<Summary, 'scale' | 'seed' | 'seconds'>,
): Summary {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const requests = rows.reduce((sum, { figures }) => sum + (figures?.requests ?? 0), 0);
  return { scale, seed, seconds, held: count('held'), failed: count('failed'), skipped: count('skipped'), requests };
}

const headings = [
  'Scenario',
  'Verdict',
  'Requests',
  'Lost',
  'Twice',
  'Undeclared ≥ 500',
  'Peak MB',
  'Recovery s',
  'What was done',
];

function cellsOf({ name, verdict, figures, note }: Row): string[] {
  const { requests, lost, twice, undeclared, peakMegabytes, recoverySeconds } = figures ?? {};
  return [
    name,
    verdict,
    count(requests),
    count(lost),
    count(twice),
    count(undeclared),
    count(peakMegabytes == null ? undefined : Math.round(peakMegabytes)),
    recoverySeconds == null ? '–' : recoverySeconds.toFixed(1),
    note,
  ];
}

const count = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString('en-US'));
const isNumeric = (column: number) => column >= 2 && column <= 7;

function plain(rows: readonly Row[], summary: Summary): string {
  const lines = [headings, ...rows.map(cellsOf)].map((cells) => cells.map(escapeTerminal));
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const pad = (cell: string, column: number) =>
    isNumeric(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  const table = lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
  const broken = rows.flatMap(({ name, broken }) => broken.map((text) => `${name}: ${text}`));
  return `\n${[table, ...(broken.length > 0 ? [broken.join('\n')] : []), closingLine(summary)].join('\n\n')}\n`;
}

function markdown(rows: readonly Row[], summary: Summary): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rule = headings.map((_, column) => (isNumeric(column) ? '---:' : '---'));
  return `${line(headings)}${line(rule)}${rows.map((row) => line(cellsOf(row).map(escapeMarkdown))).join('')}\n${closingLine(summary)}\n`;
}

const json = (rows: readonly Row[], summary: Summary) => `${JSON.stringify({ scenarios: rows, summary }, null, 2)}\n`;

function closingLine({ scale, seed, seconds, held, failed, skipped, requests }: Summary): string {
  const counts = `${held} held, ${failed} failed, ${skipped} skipped`;
  return `${counts}; ${count(requests)} requests in ${seconds.toFixed(1)} s (${scale} form, seed ${seed}).`;
}

/** How the table is printed. */
export const formats = { plain, markdown, json };
