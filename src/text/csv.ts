/** Lines of fields (RFC 4180). */
export function writeCsv(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows.map((fields) => `${fields.map((one) => field(String(one ?? ''))).join(',')}\r\n`).join('');
}

const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
