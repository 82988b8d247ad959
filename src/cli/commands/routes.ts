import { writeJson } from '../../json/json.js';
import { defineCommand } from '../program/define-command.js';
import { countOf } from '../../text/join-words.js';
import { openService } from '../open-service.js';
import { chooseFrom, collectWords, declareEntry } from '../shared-options.js';
import { type RouteFilters, selectRoutes } from '../routes/select-routes.js';
import { stringify } from 'yaml';
import type { Route } from '../../routing/table/route.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { formatCsv, routeListing } from '../routes/route-record.js';
import { formatMarkdown } from '../routes/route-cells.js';
import { formatTable } from '../routes/format-table.js';

interface RoutesOptions extends RouteFilters {
  readonly demo?: boolean;
  readonly format: keyof typeof routeFormats;
  readonly matrix?: boolean;
}

export const routesCommand = defineCommand<RoutesOptions>({
  declare: (command) => {
    declareEntry(command);
    command
      .option('--api-version <version>', 'routes of this version, and those without a version')
      .option('--method <method>', 'routes with this method (repeatable)', collectWords)
      .option('--path <glob>', "routes whose path matches, such as '/api/users/**'")
      .option('--tag <tag>', 'routes with this tag (repeatable)', collectWords)
      .option('--deprecated', 'routes on their way out, the soonest sunset first')
      .option('--matrix', 'one row per method and path, one column per version')
      .addOption(chooseFrom('--format <format>', 'how to print them', Object.keys(routeFormats)).default('table'));
  },
  examples: [
    { line: 'svc routes', meaning: 'all routes of svc.config.ts' },
    { line: 'svc routes --api-version 2 --method GET', meaning: 'what version 2 answers to GET' },
    { line: "svc routes --path '/api/users/**' --format json", meaning: 'some routes, for a program' },
    { line: 'svc routes --deprecated', meaning: 'what is on its way out' },
    { line: 'svc routes --matrix', meaning: 'what each version has, and where it differs' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const service = await openService({ entry, demo: options.demo }, io);
    const { table } = service;
    if (options.matrix) {
      const { printMatrix } = await import('../routes/print-matrix.js');
      await printMatrix(service, options, options.format, io);
      return 0;
    }
    const routes = selectRoutes(table.routes, options);
    if (routes.length > 0 || options.format !== 'table') io.stdout.write(routeFormats[options.format](routes, io));
    else
      io.stderr.write(
        table.routes.length === 0 ? 'This service has no routes yet.\n' : 'No route passes these filters.\n',
      );
    const { length } = table.problems;
    if (length > 0)
      io.stderr.write(
        `${countOf(length, 'problem')} would keep this service from starting; svc check shows ${length === 1 ? 'it' : 'them'}.\n`,
      );
    return 0;
  },
});

type RouteFormat = (routes: readonly Route[], io: Pick<Io, 'stdout' | 'env'>) => string;

/** What `svc routes --format` offers. */
const routeFormats = {
  table: (routes, { stdout, env }) =>
    formatTable(routes, stdout.isTTY ? stdout.columns : undefined, coloursFor(stdout, env)),
  json: (routes) => writeJson(routeListing(routes)),
  yaml: (routes) => stringify(routeListing(routes), { aliasDuplicateObjects: false, lineWidth: 0 }),
  csv: formatCsv,
  markdown: formatMarkdown,
} satisfies Record<string, RouteFormat>;
