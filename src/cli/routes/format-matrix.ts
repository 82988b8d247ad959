import type { ChalkInstance } from 'chalk';
import type { MatrixCell, MatrixMark, MatrixRow } from '../../contract/build-matrix.js';
import { printTable } from '../terminal/print-table.js';

const marks: Readonly<Record<MatrixMark, string>> = { new: '+', same: '=', changed: '~', absent: '.' };
const legend = '+ new   = same contract as the version before   ~ changed   . absent   ! deprecated';

/** One row per method and path, one column per version, and what the marks mean. */
export function formatMatrix(rows: readonly MatrixRow[], colours: ChalkInstance): string {
  const versions = rows[0]?.cells.map(({ version }) => `v${version}`) ?? [];
  const heading = ['METHOD', 'PATH', ...versions].map((word) => colours.bold(word));
  return `${printTable([heading, ...rows.map(({ method, path, cells }) => [method, path, ...cells.map((cell) => write(cell, colours))])])}\n${legend}\n`;
}

function write({ mark, deprecated }: MatrixCell, colours: ChalkInstance): string {
  const text = `${marks[mark]}${deprecated ? '!' : ''}`;
  return deprecated ? colours.yellow(text) : mark === 'changed' ? colours.cyan(text) : text;
}

/** `{ version: 1, rows: [{ method, path, versions: { "1": { mark, deprecated } } }] }`, a shape that only grows. */
export function matrixJson(rows: readonly MatrixRow[]): string {
  const written = rows.map(({ method, path, cells }) => ({
    method,
    path,
    versions: Object.fromEntries(cells.map(({ version, mark, deprecated }) => [version, { mark, deprecated }])),
  }));
  return `${JSON.stringify({ version: 1, rows: written }, null, 2)}\n`;
}
