import { problem } from '../../report/problem.js';
import { findOptionsProvider } from '../options-provider.js';
import { mayProvideOption } from './may-provide-option.js';
import type { Rule } from './rule.js';

export const pinWithoutAuthentication: Rule = {
  id: 'pin-without-authentication',
  severity: 'error',
  summary: 'An app that pins its callers to versions can authenticate them.',
  find({ definition, versioning }) {
    if (!versioning?.pin || definition.authenticate || definition.prepare) return [];
    const provider = findOptionsProvider(definition.root);
    if (provider && mayProvideOption(provider, 'authenticate')) return [];
    return [
      problem(
        'pin-without-authentication',
        'versioning.pin is never asked, because nothing authenticates callers.',
        'Set authenticate: (req) => ({ id, roles }), which returns the caller or null.',
        { option: 'pin' },
      ),
    ];
  },
};
