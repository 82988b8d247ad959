import { defineCommand } from '../program/define-command.js';
import { countOf } from '../../text/join-words.js';
import { openService } from '../open-service.js';
import { chooseFrom, collectWords, declareEntry } from '../shared-options.js';
import { routeFormats } from '../routes/route-formats.js';
import { type RouteFilters, selectRoutes } from '../routes/select-routes.js';

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
