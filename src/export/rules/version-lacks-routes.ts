import { pathShape, unversionedPath } from '../../routing/table/path.js';
import { handlerName, isDescribed, type Route } from '../../routing/table/route.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { problem } from '../../report/boot-problem.js';
import { groupBy } from '../../text/group-by.js';
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
    const places = new Map(versions.map((version, index) => [version, index]));
    /** The last version in which a route answers; unversioned routes answer in each where versions share their paths. */
    const lastPlace = ({ version }: Route) =>
      version === null ? (scheme.sharesPaths ? Infinity : -1) : (places.get(version) ?? -1);
    const last = new Map<string, number>();
    for (const route of routes)
      for (const key of [operationOf(route), handlerName(route)])
        last.set(key, Math.max(last.get(key) ?? -1, lastPlace(route)));
    const ofVersion = groupBy(shown, ({ version }) => version);
    return versions.slice(1).flatMap((version, index) => {
      const before = versions[index]!;
      // A route that a later version has again is a hole, which version-hole reports.
      const isKept = (key: string) => last.get(key)! > index;
      const lacking = (ofVersion.get(before) ?? []).filter(
        (route) => !route.deprecation?.sunset && !isKept(operationOf(route)) && !isKept(handlerName(route)),
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
