import { problem, type BootProblem, type Source } from '../report/boot-problem.js';
import { type Injectable, injectableName, isInjectable } from './token.js';

/** The hint for undefined where a class or a token is expected. */
export const circle = 'Circular imports leave a class undefined.';

const arrow = (chain: readonly Injectable[]) => chain.map(injectableName).join(' → ');

/** `chain` leads from a controller or provider to the missing injectable. */
export function missingProvider(chain: readonly Injectable[], source: Source | null = null): BootProblem {
  const missing = injectableName(chain.at(-1)!);
  const asker = chain.length > 1 ? injectableName(chain.at(-2)!) : 'The application';
  const trail = chain.length > 2 ? ` (${arrow(chain)})` : '';
  if (!isInjectable(chain.at(-1)))
    return problem('missing-provider', `${asker} injects ${missing}${trail}.`, `Inject a class or a token. ${circle}`, {
      source,
    });
  return problem(
    'missing-provider',
    `${asker} injects ${missing}, and no module provides it${trail}.`,
    `Add ${missing} to a module's providers, or provide(${missing}, { useValue | useClass | useFactory }).`,
    { source },
  );
}

/** `chain` starts and ends with the same injectable. */
export function providerCycle(chain: readonly Injectable[], source: Source | null = null): BootProblem {
  return problem(
    'provider-cycle',
    `${arrow(chain)} is a cycle: none of them can be constructed first.`,
    'Move what they share into a separate provider that both inject.',
    { source },
  );
}
