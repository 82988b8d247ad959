import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/problem.js';
import { atRoute, type Rule } from './rule.js';

export const deprecatedWithoutSunset: Rule = {
  id: 'deprecated-without-sunset',
  severity: 'warning',
  summary: 'What is deprecated says when it goes.',
  find: ({ routes }) =>
    routes
      .filter(({ deprecation }) => deprecation && !deprecation.sunset)
      .map((route) =>
        problem(
          'deprecated-without-sunset',
          `${handlerName(route)}() is deprecated, and does not say until when it is served.`,
          "Add sunset: '2027-03-01' to its @Deprecated.",
          atRoute(route),
        ),
      ),
};
