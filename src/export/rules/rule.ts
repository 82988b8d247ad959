import type { Problem, Severity, Source } from '../../report/problem.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import type { ServiceDefinition } from '../../routing/table/service-options.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';

/** What `svc check --list` prints about a rule. */
export interface RuleSummary {
  /** Stable and kebab-case. */
  readonly id: string;
  /** The default, which the service's `checks` can change. */
  readonly severity: Severity;
  readonly summary: string;
  /** A service with such a problem does not start, and its `checks` cannot change the severity. */
  readonly preventsStart?: true;
}

/** A rule for services that can start: boot problems are found elsewhere. */
export interface Rule extends RuleSummary {
  find(context: RuleContext): readonly Problem[];
}

export interface RuleContext {
  readonly definition: ServiceDefinition;
  readonly routes: readonly Route[];
  readonly bindings: RouteTable['bindings'];
  /** undefined also when the option itself is invalid. */
  readonly versioning: VersioningOptions | undefined;
  /** Today. */
  readonly asOf: Date;
}

/** Where a problem with a route is. */
export function atRoute(route: Route): { readonly source: Source | null; readonly handler: string } {
  return { source: route.source, handler: handlerName(route) };
}

export function groupRoutes(
  routes: readonly Route[],
  keyOf: (route: Route) => string,
): ReadonlyMap<string, readonly Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const key = keyOf(route);
    const group = groups.get(key);
    if (group) group.push(route);
    else groups.set(key, [route]);
  }
  return groups;
}
