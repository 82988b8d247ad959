import { defaultVersions, versionsOf } from '../../routing/versioning/versions.js';
import { problem } from '../../report/problem.js';
import { joinWords } from '../../text/join-words.js';
import type { Rule } from './rule.js';

export const defaultVersionUnserved: Rule = {
  id: 'default-version-unserved',
  severity: 'error',
  summary: 'The default version is a version that some route serves.',
  find({ routes, versioning }) {
    const served = versionsOf(routes);
    return defaultVersions(versioning)
      .filter((version) => !served.includes(version))
      .map((version) =>
        problem(
          this.id,
          `versioning.defaultVersion is ${version}, and no route is served in version ${version}.`,
          served.length > 0
            ? `Name a version that there is: ${joinWords(served, 'or')}.`
            : 'Leave defaultVersion out, or declare routes.',
          { option: 'defaultVersion' },
        ),
      );
  },
};
