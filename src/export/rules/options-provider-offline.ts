import { problem } from '../../report/boot-problem.js';
import { injectableName } from '../../wiring/token.js';
import { findOptionsProvider, providesOption } from '../options-provider.js';
import { mayProvideOption } from './may-provide-option.js';
import type { Rule, RuleContext } from './rule.js';

const needed = ['versioning', 'prefix'] as const;
/** Most services have none, so a factory is not suspected of providing them. */
const rare = ['defaultAccess', 'securitySchemes', 'renderProblem', 'problemSchema', 'validationStatus'] as const;

export const optionsProviderOffline = {
  id: 'options-provider-offline',
  severity: 'error',
  summary: 'The export file repeats what documents need of an HttpOptionsProvider, which is unavailable offline.',
  find({ definition }: Pick<RuleContext, 'definition'>) {
    const provider = findOptionsProvider(definition.root);
    if (!provider) return [];
    const unseen = [
      ...needed.filter((option) => mayProvideOption(provider, option)),
      ...rare.filter((option) => mayProvideOption(provider, option) && providesOption(provider, option) !== 'unknown'),
    ].filter((option) => definition[option] === undefined);
    return unseen.map((option) =>
      problem(
        'options-provider-offline',
        `${injectableName(provider.token)} provides ${option} when the app starts, but the export file does not set it.`,
        `Export the same ${option} next to root, so that documents describe what is served.`,
      ),
    );
  },
} satisfies Rule;
