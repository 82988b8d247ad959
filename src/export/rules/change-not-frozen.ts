import { unfrozenIn, unfrozenProblem } from '../../routing/changes/check-frozen.js';
import { readableLenses } from '../../routing/table/check-lenses.js';
import type { Rule } from './rule.js';

/**
 * The table reports what keeps a service from starting; here are the changes that go on as they are, with the types of a newer version, and those
 * of versions that only lenses have.
 */
export const changeNotFrozen: Rule = {
  id: 'change-not-frozen',
  severity: 'error',
  summary:
    'A change of a released version names frozen shapes, so that no newer version touches it; a warning for a nested schema.',
  find: ({ definition, versioning }) => {
    const served = versioning?.versions;
    const stored = new Set(readableLenses(definition).map(({ versions }) => versions));
    return [
      ...(served ? unfrozenIn(served).filter(({ isLost }) => !isLost) : []).map((one) => unfrozenProblem(one, true)),
      ...[...stored]
        .filter((versions) => versions !== served)
        .flatMap((versions) => unfrozenIn(versions).map((one) => unfrozenProblem(one, false))),
    ];
  },
};
