import { escapeControls } from './escape.js';

type Field = string | number | null | undefined;

/** Lines of fields (RFC 4180), without characters that a terminal obeys and without formulas that a spreadsheet runs. */
export function writeCsv(rows: readonly (readonly Field[])[]): string {
  return rows.map((fields) => `${fields.map(writeField).join(',')}\r\n`).join('');
}

function writeField(field: Field): string {
  if (typeof field !== 'string') return String(field ?? '');
  const text = escapeControls(field).replaceAll(startOfFormula, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a spreadsheet may begin a cell, which some do at a semicolon and within quotes too: before a sign that begins a formula, in full width
 * too, behind blanks and quotes, unless the cell is a negative number. A field that begins with a tab or a line break begins a formula too.
 */
const startOfFormula =
  /(?<=^|[;,\t\r\n])(?!-\d+(?:\.\d+)?(?:$|[;,\t\r\n]))(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;
