import { problem } from '../../report/problem.js';
import { injectableName } from '../../wiring/token.js';
import { findOptionsProvider } from '../options-provider.js';
import { mayProvideOption } from './may-provide-option.js';
import type { Rule, RuleContext } from './rule.js';

export const optionsProviderOffline = {
  id: 'options-provider-offline',
  severity: 'error',
  summary: 'The export file repeats the versioning and prefix of an HttpOptionsProvider, which is unavailable offline.',
  find({ definition }: Pick<RuleContext, 'definition'>) {
    const provider = findOptionsProvider(definition.root);
    if (!provider) return [];
    const unseen = (['versioning', 'prefix'] as const).filter(
      (option) => definition[option] === undefined && mayProvideOption(provider, option),
    );
    return unseen.map((option) =>
      problem(
        'options-provider-offline',
        `${injectableName(provider.token)} provides ${option} when the app starts, but the export file does not set it.`,
        `Export the same ${option} next to root, so that documents describe the routes that are served.`,
      ),
    );
  },
} satisfies Rule;
