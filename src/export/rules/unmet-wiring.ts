import { APP_STATE } from '../../routing/table/app-state.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import { ROUTES } from '../../routing/table/routes-token.js';
import type { ServiceDefinition } from '../../routing/table/service-options.js';
import { checkWiring } from '../../wiring/check-wiring.js';
import { Module } from '../../wiring/module.js';
import type { Problem } from '../../report/problem.js';

/** Missing providers and cycles of everything that the app will construct: its modules' classes, and the controllers and guards of its routes. */
export function findUnmetWiring(definition: ServiceDefinition, bindings: RouteTable['bindings']): readonly Problem[] {
  @Module({ imports: [definition.root], providers: Array.isArray(definition.providers) ? definition.providers : [] })
  class Whole {}
  const served = [...bindings.values()].flatMap(({ target, guards }) => [target, ...guards]);
  return checkWiring(Whole, [ROUTES, APP_STATE], [...new Set(served)]);
}
