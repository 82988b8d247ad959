import { handlerName } from '../../routing/table/route.js';
import { defaultVersions, versionsOf } from '../../routing/versioning/versions.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { problem } from '../../report/boot-problem.js';
import { operationKey } from '../document/document-versions.js';
import { joinWords } from '../../text/join-words.js';
import { atRoute, type Rule } from './rule.js';
import { groupBy } from '../../text/group-by.js';

export const hiddenNeutralRoute: Rule = {
  id: 'hidden-neutral-route',
  severity: 'warning',
  summary: 'No version-neutral route is hidden by versioned routes with the same path and method.',
  find({ routes, versioning }) {
    if (!versioningScheme(versioning)?.sharesPaths) return [];
    const versions = versionsOf(routes);
    const versioned = groupBy(routes, operationKey);
    return routes
      .filter(({ version }) => version === null)
      .flatMap((route) => {
        const own = versioned.get(operationKey(route))!.flatMap(({ version }) => version ?? []);
        const answersUnnamed = !defaultVersions(versioning).some((version) => own.includes(version));
        if (own.length === 0 || (answersUnnamed && own.length < versions.length)) return [];
        return problem(
          'hidden-neutral-route',
          `${handlerName(route)}() is version-neutral, but ${route.method} ${route.path} has ${own.length > 1 ? 'versions' : 'version'} ${joinWords(own)}: only a request for another version reaches it.`,
          'Give it its own version or path, or remove it.',
          atRoute(route),
        );
      });
  },
};
