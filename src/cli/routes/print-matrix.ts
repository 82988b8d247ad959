import { writeJson } from '../../json/json.js';
import { buildMatrix, type MatrixCell, type MatrixMark, type MatrixRow } from '../../contract/build-matrix.js';
import { withNext } from '../../contract/lock/contract-lock.js';
import { escapeTerminal } from '../../text/escape.js';
import { NEXT, versionTag } from '../../text/version-order.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { releaseDays, versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedApi } from '../sources/open-api.js';
import { coloursFor, warningColour } from '../terminal/colours.js';
import { type RouteFilters, selectRoutes } from './select-routes.js';
import type { ChalkInstance } from 'chalk';
import { wrapLine } from '../../text/wrap-text.js';
import { type Cell, printTable } from '../terminal/print-table.js';

/** Prints a row per method and path and a column per version; the filters choose the rows. Throws without versions, and for an unsupported format. */
export async function printMatrix(
  { described, routes, next, versioning, locks, nextLock }: OpenedApi,
  { apiVersion, ...filters }: RouteFilters,
  format: string,
  { stdout, stderr, env }: Io,
): Promise<void> {
  if (format !== 'table' && format !== 'json')
    throw usageError(`--matrix does not support --format ${format}. Available: table, json.`);
  if (apiVersion !== undefined) throw usageError('--matrix has a column for every version. Omit --api-version.');
  if (versionsOf(routes).length === 0) throw usageError(`--matrix needs versions, and ${lacking[described]}.`);
  const contracts = withNext(await locks(), await nextLock());
  const days = releaseDays(versioning);
  const released = versionsOf(routes).flatMap((version) => {
    const day = days(version);
    return day === null ? [] : [{ version, day }];
  });
  const rows = buildMatrix(selectRoutes([...routes, ...next], filters), contracts, versioning);
  if (rows.length === 0 && format === 'table') stderr.write('No route matches these filters.\n');
  else
    stdout.write(
      format === 'json'
        ? matrixJson(rows, released)
        : formatMatrix(rows, released, stdout.isTTY ? (stdout.columns ?? 80) : null, coloursFor(stdout, env)),
    );
}

interface Release {
  readonly version: string;
  /** YYYY-MM-DD */
  readonly day: string;
}

const lacking = {
  service: 'no route of this service has one',
  documents: 'this document has none. Name the document of each version',
};

const marks: Readonly<Record<MatrixMark, string>> = { new: '+', same: '=', changed: '~', absent: '.' };
const legend = ['+ new', '= same as the previous version', '~ changed', '. absent', '! deprecated'];
const madeLegend = ['* made from a newer version by changes'];
const nextLegend = ['next: not released'];
const movedLegend = ['> moved to', '< moved from'];

/** The rows, and a legend; what stands below the table is at most `columns` wide. */
function formatMatrix(
  rows: readonly MatrixRow[],
  released: readonly Release[],
  columns: number | null,
  colours: ChalkInstance,
): string {
  const versions = rows[0]?.cells.map(({ version }) => versionTag(version)) ?? [];
  const heading = ['METHOD', 'PATH', ...versions].map((word) => [word, colours.bold] as const);
  const cells = rows.flatMap((row) => row.cells);
  const moves = movesIn(rows);
  const legends = [
    ...legend,
    ...(cells.some(isMade) ? madeLegend : []),
    ...(moves.length > 0 ? movedLegend : []),
    ...released
      .filter(({ version, day }) => version !== day)
      .map(({ version, day }) => `${versionTag(version)}: released on ${day}`),
    ...(versions.includes(NEXT) ? nextLegend : []),
  ];
  return `${printTable([heading, ...rows.map(({ method, path, cells }) => [method, path, ...cells.map((cell) => write(cell, colours))])])}\n${moves.map((line) => `${wrapLine(line, columns, '', '  ')}\n`).join('')}${moves.length > 0 ? '\n' : ''}${printLegend(legends, columns)}\n`;
}

/** The entries of a legend, on as many lines as they need. */
function printLegend(entries: readonly string[], columns: number | null): string {
  const lines: string[] = [];
  for (const entry of entries) {
    const longer = `${lines.at(-1) ?? ''}${lines.length === 0 ? '' : between}${entry}`;
    if (lines.length > 0 && columns !== null && longer.length > columns) lines.push(entry);
    else lines.splice(-1, 1, longer);
  }
  return lines.join('\n');
}

const between = '   ';

/** A line for each operation that moved, also where the filters leave one of its addresses. */
function movesIn(rows: readonly MatrixRow[]): readonly string[] {
  const lines = rows.flatMap(({ method, path, cells }) =>
    cells.flatMap(({ version, movedTo, movedFrom }) => {
      const own = `${method} ${path}`;
      const moves = [...(movedTo === null ? [] : [[own, movedTo]]), ...movedFrom.map((from) => [from, own])];
      return moves.map(([from, to]) => escapeTerminal(`${from} moved to ${to} in ${versionTag(version)}`));
    }),
  );
  return [...new Set(lines)];
}

const isMade = ({ changes }: MatrixCell) => changes.length > 0;

function write(cell: MatrixCell, colours: ChalkInstance): Cell {
  const { mark, deprecated, movedTo, movedFrom } = cell;
  const text = `${movedTo !== null ? '>' : movedFrom.length > 0 && mark === 'new' ? '<' : marks[mark]}${isMade(cell) ? '*' : ''}${deprecated ? '!' : ''}`;
  return deprecated ? [text, warningColour(colours)] : mark === 'changed' ? [text, colours.cyan] : text;
}

/** `{ version: 1, released?: { "1": "2026-03-01" }, rows: [{ method, path, versions: { "1": { mark, deprecated, changes?, movedTo?, movedFrom? } } }] }`. Members are only ever added. */
function matrixJson(rows: readonly MatrixRow[], released: readonly Release[]): string {
  const written = rows.map(({ method, path, cells }) => ({
    method,
    path,
    versions: Object.fromEntries(
      cells.map(({ version, changes, movedTo, movedFrom, ...cell }) => [
        version,
        {
          ...cell,
          ...(changes.length > 0 && { changes }),
          ...(movedTo !== null && { movedTo }),
          ...(movedFrom.length > 0 && { movedFrom }),
        },
      ]),
    ),
  }));
  const days = Object.fromEntries(released.map(({ version, day }) => [version, day]));
  return writeJson({ version: 1, ...(released.length > 0 && { released: days }), rows: written });
}
