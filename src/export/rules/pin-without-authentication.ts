import { problem } from '../../report/boot-problem.js';
import { mayAuthenticate, setAuthenticate } from './may-provide-option.js';
import type { Rule } from './rule.js';

export const pinWithoutAuthentication: Rule = {
  id: 'pin-without-authentication',
  severity: 'error',
  summary: 'An app that pins its callers to versions can authenticate them.',
  find({ definition, versioning }) {
    if (!versioning?.pin || mayAuthenticate(definition)) return [];
    return [
      problem(
        'pin-without-authentication',
        'versioning.pin is never asked, because nothing authenticates callers.',
        setAuthenticate,
        { option: 'pin' },
      ),
    ];
  },
};
