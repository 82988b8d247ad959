import { escapeTerminal } from './escape.js';

type Field = string | number | null | undefined;

/** One line per row (RFC 4180), without characters that a terminal obeys and without formulas that a spreadsheet runs. */
export function writeCsv(rows: readonly (readonly Field[])[]): string {
  return rows.map((fields) => `${fields.map(writeField).join(',')}\r\n`).join('');
}

function writeField(field: Field): string {
  if (typeof field !== 'string') return String(field ?? '');
  const text = escapeTerminal(field).replaceAll(startOfFormula, "'");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a spreadsheet may begin a cell, which some do at a semicolon and within quotes too: before a sign that begins a formula, in full width
 * too, behind blanks and quotes, unless the cell is a negative number.
 */
const startOfFormula = /(?<=^|[;,])(?!-\d+(?:\.\d+)?(?:$|[;,]))(?=[\s"']*[=+\-@＝＋－＠])/g;
