import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/problem.js';
import { atRoute, type Rule } from './rule.js';

export const deprecatedWithoutSunset: Rule = {
  id: 'deprecated-without-sunset',
  severity: 'warning',
  summary: 'Every deprecated route has a sunset.',
  find: ({ routes }) =>
    routes
      .filter(({ deprecation }) => deprecation && !deprecation.sunset)
      .map((route) =>
        problem(
          'deprecated-without-sunset',
          `${handlerName(route)}() is deprecated without a sunset.`,
          "Add sunset: '2027-03-01' beside its since.",
          atRoute(route),
        ),
      ),
};
