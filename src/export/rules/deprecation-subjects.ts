import { handlerName } from '../../routing/table/route.js';
import { atRoute, type RuleContext } from './rule.js';
import type { Deprecation } from '../../changes/deprecation.js';

/** What a deprecation is declared for: a whole version, or a handler. */
export interface DeprecationSubject {
  readonly name: string;
  readonly deprecation: Deprecation;
  readonly place: Partial<ReturnType<typeof atRoute>>;
}

/** Every declared deprecation, once. */
export function deprecationSubjects({
  routes,
  versioning,
}: Pick<RuleContext, 'routes' | 'versioning'>): readonly DeprecationSubject[] {
  const subjects = new Map<Deprecation, DeprecationSubject>();
  for (const route of routes) {
    const { deprecation, version } = route;
    if (!deprecation || subjects.has(deprecation)) continue;
    const isWhole = version !== null && versioning?.versions?.deprecationOf(version) === deprecation;
    subjects.set(
      deprecation,
      isWhole
        ? { name: `Version ${version}`, deprecation, place: { apiVersion: version } }
        : { name: `${handlerName(route)}()`, deprecation, place: atRoute(route) },
    );
  }
  return [...subjects.values()];
}
