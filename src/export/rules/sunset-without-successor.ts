import { problem } from '../../report/boot-problem.js';
import { sunsetOf } from '../../routing/versioning/version-deprecation.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { compareVersions } from '../../text/version-order.js';
import { readableDate } from '../../text/date.js';
import type { Rule } from './rule.js';

export const sunsetWithoutSuccessor: Rule = {
  id: 'sunset-without-successor',
  severity: 'warning',
  summary: 'A version that goes away has a newer version to which its clients can move.',
  find: ({ routes }) => {
    const versions = versionsOf(routes);
    const remaining = versions.filter((version) => sunsetOf(version, routes) === null);
    return versions.flatMap((version) => {
      const sunset = sunsetOf(version, routes);
      if (sunset === null || remaining.some((other) => compareVersions(other, version) > 0)) return [];
      return problem(
        'sunset-without-successor',
        `Version ${version} goes away on ${readableDate(sunset)}, and no newer version remains.`,
        'Add the version that its clients should move to, or remove the sunset.',
        { apiVersion: version },
      );
    });
  },
};
