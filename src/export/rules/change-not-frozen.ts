import { findUnfrozen, unfrozenProblem } from '../../routing/changes/check-frozen.js';
import type { Rule } from './rule.js';

/** The table reports what keeps a service from starting; here are the changes that go on as they are, with the types of a newer version. */
export const changeNotFrozen: Rule = {
  id: 'change-not-frozen',
  severity: 'error',
  summary:
    'A change of a released version names frozen shapes, so that no newer version touches it; a warning for a nested schema.',
  find: ({ versioning }) => {
    const versions = versioning?.versions;
    if (!versions) return [];
    return findUnfrozen([...versions.above, ...versions.hopsBetween(versions.live, versions.names[0]!)])
      .filter(({ isLost }) => !isLost)
      .map(unfrozenProblem);
  },
};
