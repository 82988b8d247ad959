import { type Format, formats } from '../formats.js';
import type { Report } from '../report.js';

/** A report in a format, without colours; `columns` makes the output a terminal. */
export function render(report: Report, format: Format, columns: number | null = null): string {
  return formats[format].render(report, { columns, paint: (_, text) => text, toolVersion: '1.2.3' });
}
