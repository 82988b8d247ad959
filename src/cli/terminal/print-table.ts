import { columnsOf } from '../../text/columns-of.js';
import { escapeTerminal } from '../../text/escape.js';

/** A text, and its colour where it has one. */
export type Cell = string | readonly [text: string, paint: (text: string) => string];

interface PrintedCell {
  readonly text: string;
  readonly columns: number;
  readonly paint?: (text: string) => string;
}

const gap = '  ';

/** Lines of aligned cells without borders, two spaces apart; nothing is cut, and no cell steers the terminal. */
export function printTable(rows: readonly (readonly Cell[])[]): string {
  const printed = rows.map((row) => row.map(printCell));
  const widths: number[] = [];
  for (const row of printed)
    for (const [index, { columns }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columns);
  return printed.map((row) => `${printRow(row, widths)}\n`).join('');
}

function printCell(cell: Cell): PrintedCell {
  const [raw, paint] = typeof cell === 'string' ? [cell] : cell;
  const text = escapeTerminal(raw);
  return { text, columns: columnsOf(text), ...(paint && { paint }) };
}

function printRow(row: readonly PrintedCell[], widths: readonly number[]): string {
  const last = row.findLastIndex(({ text }) => text.trim() !== '');
  return row
    .slice(0, last + 1)
    .map(({ text, columns, paint }, index) => {
      const shown = index === last ? text.trimEnd() : text;
      const padding = index === last ? '' : ' '.repeat(widths[index]! - columns);
      return `${paint ? paint(shown) : shown}${padding}`;
    })
    .join(gap);
}
