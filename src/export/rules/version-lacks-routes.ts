import { pathShape, unversionedPath } from '../../routing/table/path.js';
import { handlerName, isDescribed, type Route } from '../../routing/table/route.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { problem } from '../../report/boot-problem.js';
import { joinWords } from '../../text/join-words.js';
import { atRoute, type Rule } from './rule.js';

export const versionLacksRoutes: Rule = {
  id: 'version-lacks-routes',
  severity: 'warning',
  severityInNewVersion: 'error',
  summary: 'A version has every route of the version before it, unless that route is deprecated with a sunset.',
  find({ routes, versioning }) {
    const scheme = versioningScheme(versioning);
    if (!scheme) return [];
    const operationOf = (route: Route) => `${route.method} ${pathShape(unversionedPath(route, versioning))}`;
    const shown = routes.filter(isDescribed);
    const versions = versionsOf(routes);
    /** What answers in a version; unversioned routes answer in each where versions share their paths. */
    const served = (version: string) =>
      routes.filter((route) => route.version === version || (route.version === null && scheme.sharesPaths));
    return versions.slice(1).flatMap((version, index) => {
      const before = versions[index]!;
      // A route that a later version has again is a hole, which version-hole reports.
      const kept = versions.slice(index + 1).flatMap(served);
      const operations = new Set(kept.map(operationOf));
      const handlers = new Set(kept.map(handlerName));
      const lacking = shown.filter(
        (route) =>
          route.version === before &&
          !route.deprecation?.sunset &&
          !operations.has(operationOf(route)) &&
          !handlers.has(handlerName(route)),
      );
      if (lacking.length === 0) return [];
      const names = lacking.map((route) => `${route.method} ${unversionedPath(route, versioning)}`);
      const how = versioning?.versions
        ? `with a @Version range that includes ${version}`
        : `for example with @Version(['${before}', '${version}'])`;
      return problem(
        'version-lacks-routes',
        `Version ${version} lacks ${lacking.length === 1 ? 'a route' : 'routes'} of version ${before}: ${joinWords(names)}.`,
        `Serve ${lacking.length === 1 ? 'it' : 'them'} in version ${version} too, ${how}, or deprecate ${lacking.length === 1 ? 'it' : 'them'} in version ${before} with a sunset.`,
        { ...atRoute(lacking[0]!), apiVersion: version },
      );
    });
  },
};
