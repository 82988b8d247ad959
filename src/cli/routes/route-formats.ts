import { stringify } from 'yaml';
import type { Route } from '../../routing/table/route.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { formatCsv, routeListing } from './route-record.js';
import { formatMarkdown } from './format-markdown.js';
import { formatTable } from './format-table.js';

export type RouteFormat = (routes: readonly Route[], io: Pick<Io, 'stdout' | 'env'>) => string;

/** What `svc routes --format` offers. */
export const routeFormats = {
  table: (routes, { stdout, env }) =>
    formatTable(routes, stdout.isTTY ? stdout.columns : undefined, coloursFor(stdout, env)),
  json: (routes) => `${JSON.stringify(routeListing(routes), null, 2)}\n`,
  yaml: (routes) => stringify(routeListing(routes), { aliasDuplicateObjects: false, lineWidth: 0 }),
  csv: formatCsv,
  markdown: formatMarkdown,
} satisfies Record<string, RouteFormat>;
