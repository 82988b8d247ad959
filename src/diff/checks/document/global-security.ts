import { documentFamily } from '../../family.js';
import {
  compareRequirements,
  readRequirements,
  type RequirementEvent,
} from '../../../openapi/operations/security-requirements.js';

const ids = {
  added: 'api-global-security-added',
  removed: 'api-global-security-removed',
  'scope-added': 'api-global-security-scope-added',
  'scope-removed': 'api-global-security-scope-removed',
} as const satisfies Readonly<Record<RequirementEvent, string>>;

export const globalSecurity = documentFamily({
  name: 'global-security',
  checks: {
    'api-global-security-removed': ['info', 'none', 'security', 'existence', 'remove'],
    'api-global-security-added': ['info', 'none', 'security', 'existence', 'add'],
    'api-global-security-scope-added': ['info', 'none', 'security', 'existence', 'add'],
    'api-global-security-scope-removed': ['info', 'none', 'security', 'existence', 'remove'],
  },
  compare: ({ base, revision }) =>
    compareRequirements(readRequirements(base.root['security']), readRequirements(revision.root['security'])).map(
      ({ event, text }) => ({ id: ids[event], tokens: ['security'], message: `for all operations: ${text}` }),
    ),
});
