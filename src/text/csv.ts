import { escapeControls } from './escape.js';

/** Lines of fields (RFC 4180), without characters that a terminal obeys. */
export function writeCsv(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows
    .map((fields) => `${fields.map((one) => field(escapeControls(String(one ?? '')))).join(',')}\r\n`)
    .join('');
}

const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
