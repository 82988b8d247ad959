import { pathShape, unversionedPath } from '../../routing/table/path.js';
import { handlerName } from '../../routing/table/route.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { compareVersions } from '../../text/version-order.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { problem } from '../../report/boot-problem.js';
import { joinWords } from '../../text/join-words.js';
import { atRoute, type Rule } from './rule.js';
import { groupBy } from '../../text/group-by.js';

export const versionHole: Rule = {
  id: 'version-hole',
  severity: 'warning',
  summary: 'An operation exists in every version between its first and its last.',
  find({ routes, versioning }) {
    const scheme = versioningScheme(versioning);
    if (!scheme) return [];
    const versions = versionsOf(routes);
    const operations = groupBy(routes, (route) => `${route.method} ${pathShape(unversionedPath(route, versioning))}`);
    return [...operations.values()].flatMap((group) => {
      const own = group
        .filter(({ version }) => version !== null)
        .toSorted((a, b) => compareVersions(a.version!, b.version!));
      if (own.length === 0 || (own.length < group.length && scheme.sharesPaths)) return [];
      const between = versions.slice(versions.indexOf(own[0]!.version!), versions.indexOf(own.at(-1)!.version!));
      const missing = between.filter((version) => !own.some((route) => route.version === version));
      if (missing.length === 0) return [];
      const after = own.find(({ version }) => compareVersions(version!, missing[0]!) > 0)!;
      return problem(
        'version-hole',
        `${after.method} ${unversionedPath(after, versioning)} is in versions ${joinWords(
          own.map(({ version }) => version!),
        )}, but not in ${joinWords(missing, 'or')}.`,
        `Serve it there too, for example with @Version([${[...missing, after.version].map((version) => `'${version}'`).join(', ')}]) on ${handlerName(after)}().`,
        atRoute(after),
      );
    });
  },
};
