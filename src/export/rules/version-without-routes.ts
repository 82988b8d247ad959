import { problem } from '../../report/boot-problem.js';
import type { Rule } from './rule.js';

/** A listed version that nothing is served in answers every request with 404. */
export const versionWithoutRoutes: Rule = {
  id: 'version-without-routes',
  severity: 'warning',
  summary: 'Every listed version has a route.',
  find: ({ routes, versioning }) => {
    const served = new Set(routes.map(({ version }) => version));
    return (versioning?.versions?.names ?? [])
      .filter((version) => !served.has(version))
      .map((version) =>
        problem(
          'version-without-routes',
          `No route is served in version ${version}.`,
          'Remove it from versioning.versions, or widen the range of a route.',
          { option: 'versions' },
        ),
      );
  },
};
