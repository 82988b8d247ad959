import { buildMatrix } from '../../contract/build-matrix.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedService } from '../open-service.js';
import { coloursFor } from '../terminal/colours.js';
import { formatMatrix, matrixJson } from './format-matrix.js';
import { type RouteFilters, selectRoutes } from './select-routes.js';

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
