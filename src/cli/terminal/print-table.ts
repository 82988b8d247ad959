import Table from 'cli-table3';
import { escapeTerminal } from '../../text/escape.js';

/** A text, and its colour where it has one. */
export type Cell = string | readonly [text: string, paint: (text: string) => string];

const edges = ['top', 'bottom', 'left', 'right'].flatMap((edge) => [
  edge,
  `${edge}-mid`,
  `${edge}-left`,
  `${edge}-right`,
]);
const chars = { ...Object.fromEntries([...edges, 'mid', 'mid-mid'].map((name) => [name, ''])), middle: '  ' };

/** Lines of aligned cells without borders, two spaces apart; nothing is cut, and no cell steers the terminal. */
export function printTable(rows: readonly (readonly Cell[])[]): string {
  const table = new Table({ chars, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  table.push(...rows.map((row) => row.map(printCell)));
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function printCell(cell: Cell): string {
  if (typeof cell === 'string') return escapeTerminal(cell);
  const [text, paint] = cell;
  return paint(escapeTerminal(text));
}
