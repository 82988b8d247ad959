import type { KeptCounts } from '../../lens/lock/kept-shapes.js';
import type { ShapesLock } from '../../lens/lock/shapes-lock.js';
import type { BootProblem, Severity } from '../../report/boot-problem.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import { handlerName, type ListedRoute, type Route } from '../../routing/table/route.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
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
  /** A service with such a problem has no documents and no contract. */
  readonly preventsDescription?: true;
  /** Of a problem with a version that a change adds, for `svc gate`. */
  readonly severityInNewVersion?: Severity;
  /** Of any problem, for `svc gate`. */
  readonly severityInGate?: Severity;
}

/** A rule for services that can start: boot problems are found elsewhere. */
export interface Rule extends RuleSummary {
  find(context: RuleContext): readonly BootProblem[];
}

/** A rule for everything that has routes, which a service or documents declare. */
export interface RouteRule extends RuleSummary {
  find(
    context: Pick<RuleContext, 'versioning' | 'asOf'> & { readonly routes: readonly ListedRoute[] },
  ): readonly BootProblem[];
}

export interface RuleContext {
  readonly definition: ServiceDefinition;
  readonly routes: readonly Route[];
  readonly bindings: RouteTable['bindings'];
  readonly previews: RouteTable['previews'];
  /** undefined also when the option itself is invalid. */
  readonly versioning: VersioningOptions | undefined;
  /** Today. */
  readonly asOf: Date;
  /** What is locked of the shapes of lenses; null without a lock, and where the lock is judged otherwise. */
  readonly shapes: LockedShapes | null;
}

/** The lock of the shapes of lenses, and what is counted of stored values. */
export interface LockedShapes {
  readonly lock: ShapesLock;
  readonly kept: KeptCounts;
}

/** Where a problem with a route is: at its handler, or in the document of its version. */
export function atRoute({
  source,
  handler,
  version,
}: ListedRoute): Pick<BootProblem, 'source'> & Partial<Pick<BootProblem, 'handler' | 'apiVersion'>> {
  return handler ? { source, handler: handlerName({ handler }) } : { source, apiVersion: version };
}

/** `UsersController.list()`, or `GET /users` where only a document declares it. */
export function routeName({ method, path, handler }: ListedRoute): string {
  return handler ? `${handlerName({ handler })}()` : `${method} ${path}`;
}
