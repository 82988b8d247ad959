import { problem } from '../../report/boot-problem.js';
import type { ListedRoute } from '../../routing/table/route.js';
import { deprecationOfRoute } from '../../routing/versioning/version-deprecation.js';
import { atRoute, routeName, type RouteRule } from './rule.js';

export const deprecatedWithoutSunset: RouteRule = {
  id: 'deprecated-without-sunset',
  severity: 'warning',
  summary: 'Every deprecated route has a sunset.',
  find: ({ routes }) =>
    routes
      .filter((route) => !isOfDocument(route) && deprecationOfRoute(route)?.sunset === null)
      .map((route) =>
        problem(
          'deprecated-without-sunset',
          `${routeName(route)} is deprecated without a sunset.`,
          fixOf(route),
          atRoute(route),
        ),
      ),
};

/** What an application's document deprecates by itself. */
const isOfDocument = (route: ListedRoute & { readonly relayed?: unknown }) =>
  route.relayed !== undefined && route.deprecation === null;

function fixOf({ handler, deprecation }: ListedRoute): string {
  if (!handler) return "Add x-sunset: '2027-03-01' beside deprecated: true.";
  return deprecation
    ? "Add sunset: '2027-03-01' beside its since."
    : 'Use @Deprecated with a sunset instead of @ApiDoc({ deprecated: true }).';
}
