import { checkOptionNames } from '../routing/table/check-option-names.js';
import { checkDefinition, checkOptions } from '../routing/table/check-options.js';
import { compileRoutes, type RouteTable } from '../routing/table/compile-routes.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import { builtInControllers } from './documents-controller.js';
import { metricsControllers } from './metrics-controller.js';
import { usageControllers } from './usage-controller.js';

/** The route table of a service, including its documents and page. */
export function compileService(definition: ServiceDefinition): RouteTable {
  const isReadable = checkOptions(definition).length === 0;
  const table = compileRoutes(definition.root, {
    ...definition,
    controllers: isReadable ? builtInControllers(definition) : [],
    unlisted: isReadable ? [...metricsControllers(definition), ...usageControllers(definition)] : [],
  });
  return {
    ...table,
    problems: Object.freeze([...checkOptionNames(definition), ...table.problems, ...checkDefinition(definition)]),
  };
}
