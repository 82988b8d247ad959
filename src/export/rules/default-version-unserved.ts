import { defaultVersions, versionsOf } from '../../routing/versioning/versions.js';
import { problem } from '../../report/boot-problem.js';
import type { Rule } from './rule.js';

export const defaultVersionUnserved: Rule = {
  id: 'default-version-unserved',
  severity: 'error',
  summary: 'Every default version is a served version.',
  find({ routes, versioning }) {
    const served = versionsOf(routes);
    return defaultVersions(versioning)
      .filter((version) => !served.includes(version))
      .map((version) =>
        problem(
          this.id,
          `versioning.defaultVersion is ${version}, but no route serves version ${version}.`,
          served.length > 0
            ? `Available: ${served.join(', ')}.`
            : 'Remove defaultVersion, or declare a versioned route.',
          { option: 'defaultVersion' },
        ),
      );
  },
};
