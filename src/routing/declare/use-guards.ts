import { circle } from '../../wiring/wiring-problems.js';
import { declareFacts } from './declaration.js';
import type { GuardClass } from './guard.js';

/** Guards run in order, a controller's before its handler's; they are resolved from the container. */
export function UseGuards(...guards: readonly GuardClass[]) {
  const strangers = guards.filter((guard: unknown) => typeof guard !== 'function');
  if (strangers.length > 0)
    throw new TypeError(
      `@UseGuards takes classes with check(input, route), and was given ${strangers.map(String).join(', ')}. ${circle}`,
    );
  return declareFacts({ guards });
}
