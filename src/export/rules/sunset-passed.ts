import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/problem.js';
import { readableDate } from '../../text/date.js';
import { atRoute, type Rule } from './rule.js';

export const sunsetPassed: Rule = {
  id: 'sunset-passed',
  severity: 'warning',
  summary: 'No route is served after its sunset.',
  find: ({ routes, asOf, versioning }) =>
    routes.flatMap((route) => {
      const sunset = route.deprecation?.sunset;
      return sunset && Date.parse(sunset) <= asOf.getTime()
        ? problem(
            'sunset-passed',
            `${handlerName(route)}() ${versioning?.sunset === 'refuse' ? 'answers 410 only' : 'is still served'}, but its sunset was ${readableDate(sunset)}.`,
            'Remove it, or postpone its sunset.',
            atRoute(route),
          )
        : [];
    }),
};
