import { writeJson } from '../../json/json.js';
import { buildMatrix, type MatrixCell, type MatrixMark, type MatrixRow } from '../../contract/build-matrix.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedService } from '../open-service.js';
import { coloursFor } from '../terminal/colours.js';
import { type RouteFilters, selectRoutes } from './select-routes.js';
import type { ChalkInstance } from 'chalk';
import { type Cell, printTable } from '../terminal/print-table.js';

/** Prints the routes as a table of versions; the filters choose the rows. Throws when there are no versions, or for a format that it does not have. */
export async function printMatrix(
  service: OpenedService,
  { apiVersion, ...filters }: RouteFilters,
  format: string,
  { stdout, stderr, env }: Io,
): Promise<void> {
  if (format !== 'table' && format !== 'json') throw usageError(`--matrix prints table or json, not ${format}.`);
  if (apiVersion !== undefined) throw usageError('--matrix has a column for every version. Leave --api-version out.');
  if (versionsOf(service.table.routes).length === 0)
    throw usageError('There is no matrix: no route of this service has a version.');
  const rows = buildMatrix(
    selectRoutes(service.table.routes, filters),
    await service.locks(),
    service.definition.versioning,
  );
  if (rows.length === 0 && format === 'table') stderr.write('No route passes these filters.\n');
  else stdout.write(format === 'json' ? matrixJson(rows) : formatMatrix(rows, coloursFor(stdout, env)));
}

const marks: Readonly<Record<MatrixMark, string>> = { new: '+', same: '=', changed: '~', absent: '.' };
const legend = '+ new   = same contract as the version before   ~ changed   . absent   ! deprecated';

/** One row per method and path, one column per version, and what the marks mean. */
function formatMatrix(rows: readonly MatrixRow[], colours: ChalkInstance): string {
  const versions = rows[0]?.cells.map(({ version }) => `v${version}`) ?? [];
  const heading = ['METHOD', 'PATH', ...versions].map((word) => [word, colours.bold] as const);
  return `${printTable([heading, ...rows.map(({ method, path, cells }) => [method, path, ...cells.map((cell) => write(cell, colours))])])}\n${legend}\n`;
}

function write({ mark, deprecated }: MatrixCell, colours: ChalkInstance): Cell {
  const text = `${marks[mark]}${deprecated ? '!' : ''}`;
  return deprecated ? [text, colours.yellow] : mark === 'changed' ? [text, colours.cyan] : text;
}

/** `{ version: 1, rows: [{ method, path, versions: { "1": { mark, deprecated } } }] }`, a shape that only grows. */
function matrixJson(rows: readonly MatrixRow[]): string {
  const written = rows.map(({ method, path, cells }) => ({
    method,
    path,
    versions: Object.fromEntries(cells.map(({ version, mark, deprecated }) => [version, { mark, deprecated }])),
  }));
  return writeJson({ version: 1, rows: written });
}
