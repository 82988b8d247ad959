import { NEXT } from '../../text/version-order.js';
import { writeJson } from '../../json/json.js';
import { defineCommand } from '../program/define-command.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { countOf, joinWords } from '../../text/join-words.js';
import { openApi, type OpenedApi } from '../sources/open-api.js';
import { type ApiOptions, chooseFrom, chosenApi, collectWords, declareApi } from '../shared-options.js';
import { type RouteFilters, selectRoutes } from '../routes/select-routes.js';
import { compareRoutes, handlerName, type ListedRoute, type Route, routeWith } from '../../routing/table/route.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { writeYaml } from '../../export/document/serialise-document.js';
import { formatCsv, routeListing } from '../routes/route-record.js';
import { formatMarkdown } from '../routes/route-cells.js';
import { formatTable } from '../routes/format-table.js';

interface RoutesOptions extends RouteFilters, ApiOptions {
  readonly format: keyof typeof routeFormats;
  readonly matrix?: boolean;
  readonly wide?: boolean;
}

export const routesCommand = defineCommand<RoutesOptions>({
  declare: (command) => {
    declareApi(command);
    command
      .option('--api-version <version>', 'only routes of this version and routes without a version')
      .option('--method <method>', 'only routes with this method (repeatable)', collectWords)
      .option('--path <glob>', "only routes whose path matches, such as '/api/users/**'")
      .option('--tag <tag>', 'only routes with this tag (repeatable)', collectWords)
      .option('--deprecated', 'only deprecated routes, by sunset date')
      .option('--wide', 'show the table whole, also where the terminal is narrower')
      .option('--matrix', 'print a row per method and path, and a column per version')
      .addOption(chooseFrom('--format <format>', 'output format', Object.keys(routeFormats)).default('table'));
  },
  examples: [
    { line: 'svc routes', meaning: 'all routes of svc.config.ts' },
    { line: 'svc routes --api-version 2 --method GET', meaning: 'GET routes of version 2' },
    { line: "svc routes --path '/api/users/**' --format json", meaning: 'routes below /api/users, as JSON' },
    { line: 'svc routes --deprecated', meaning: 'deprecated routes' },
    { line: 'svc routes --matrix', meaning: 'the differences between versions' },
    { line: 'svc routes --document openapi.yaml', meaning: 'the operations of a document' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const api = await openApi(chosenApi(entry, options), io);
    if (options.matrix) {
      const { printMatrix } = await import('../routes/print-matrix.js');
      await printMatrix(api, options, options.format, io);
      return 0;
    }
    const all = [...api.routes, ...(options.apiVersion === NEXT ? api.next : []), ...ownPreviews(api, options)];
    const routes = selectRoutes(withPreviews(all, api).sort(compareRoutes), options);
    if (routes.length > 0 || options.format !== 'table')
      io.stdout.write(routeFormats[options.format](routes, io, options));
    else io.stderr.write(api.routes.length > 0 ? 'No route matches these filters.\n' : emptyText[api.described]);
    const { service } = api;
    if (!service) return 0;
    const { offlineProblems } = await import('../../export/index.js');
    const problems = [...service.problems, ...offlineProblems(service)].filter(({ severity }) => severity === 'error');
    if (problems.length === 0) return 0;
    io.stderr.write(incomplete(problems, service.table.routes));
    return 1;
  },
});

/** The routes of previews in the versions that are listed. */
const ownPreviews = ({ previews }: OpenedApi, { apiVersion }: RoutesOptions) =>
  (previews?.routes ?? []).filter(({ version }) => version !== NEXT || apiVersion === NEXT);

/** The same routes, and which previews change each. */
const withPreviews = (routes: readonly ListedRoute[], { previews }: OpenedApi) =>
  routes.map((route) => {
    const changedBy = previews?.touching.get(route as Route);
    return changedBy ? routeWith(route, { changedBy }) : route;
  });

const emptyText = { service: 'This service has no routes.\n', documents: 'These documents have no operations.\n' };

/** Says that the list is not whole: which handlers it lacks, and how many problems are the reason. */
function incomplete(problems: readonly BootProblem[], routes: readonly Route[]): string {
  const shown = new Set(routes.map(handlerName));
  const missing = [...new Set(problems.flatMap(({ handler }) => (handler && !shown.has(handler) ? [handler] : [])))];
  const lacks = missing.length > 0 ? `This list lacks ${joinWords(missing)}. ` : '';
  const [verb, them] = problems.length === 1 ? ['prevents', 'it'] : ['prevent', 'them'];
  return `${lacks}${countOf(problems.length, 'problem')} ${verb} this service from starting: svc check shows ${them}.\n`;
}

type RouteFormat = (routes: readonly ListedRoute[], io: Pick<Io, 'stdout' | 'env'>, options: RoutesOptions) => string;

/** The formats of `svc routes`. */
const routeFormats = {
  table: (routes, { stdout, env }, { wide = false }) =>
    formatTable(routes, stdout.isTTY && !wide ? stdout.columns : undefined, coloursFor(stdout, env)),
  json: (routes) => writeJson(routeListing(routes)),
  yaml: (routes) => writeYaml(routeListing(routes)),
  csv: formatCsv,
  markdown: formatMarkdown,
} satisfies Record<string, RouteFormat>;
