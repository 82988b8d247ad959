import { problem } from '../../report/problem.js';
import { findOptionsProvider } from './options-provider.js';
import type { Rule } from './rule.js';

export const optionsProviderOffline: Rule = {
  id: 'options-provider-offline',
  severity: 'error',
  summary:
    'What an HttpOptionsProvider says of versioning and prefix stands in the export file too: nobody can ask it offline.',
  find({ definition }) {
    const provider = findOptionsProvider(definition.root);
    if (!provider) return [];
    const unseen = (['versioning', 'prefix'] as const).filter(
      (option) => definition[option] === undefined && provider.answers(option),
    );
    return unseen.map((option) =>
      problem(
        'options-provider-offline',
        `${provider.name} answers ${option} when the app is made, and the export file says nothing of it.`,
        `Export the same ${option} next to root, so that routes and documents are those that are served.`,
      ),
    );
  },
};
