import { throttleBudget } from '../../routing/matching/route-steps.js';
import { problem } from '../../report/boot-problem.js';
import { pathShape } from '../../routing/table/path.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { defaultVersions } from '../../routing/versioning/versions.js';
import { atRoute, type Rule } from './rule.js';
import { groupBy } from '../../text/group-by.js';

/** Until the caller is known, a request that names no version is throttled as the default version is. */
export const pinnedVersionsDiffer: Rule = {
  id: 'pinned-versions-differ',
  severity: 'warning',
  summary: 'Where callers are pinned to versions, the versions of an address have one throttle.',
  find({ definition, routes, versioning }) {
    if (!versioning?.pin) return [];
    const versioned = routes.filter(({ version }) => version !== null);
    const budgetOf = (route: Route) => JSON.stringify(throttleBudget(route, definition));
    return [...groupBy(versioned, ({ method, path }) => `${method} ${pathShape(path)}`).values()].flatMap((group) => {
      const first = defaultVersions(versioning)
        .flatMap((version) => group.find((route) => route.version === version) ?? [])
        .at(0);
      const own = first ?? group.at(-1)!;
      return group
        .filter((route) => budgetOf(route) !== budgetOf(own))
        .map((route) =>
          problem(
            'pinned-versions-differ',
            `${handlerName(route)}() in version ${route.version} is throttled differently from ${handlerName(own)}() in version ${own.version}, which counts the requests of callers that are pinned to version ${route.version}.`,
            'Give the versions of an address one @Throttle.',
            atRoute(route),
          ),
        );
    });
  },
};
