import { problem } from '../../report/boot-problem.js';
import { readableDate } from '../../text/date.js';
import { atRoute, routeName, type RouteRule } from './rule.js';

export const sunsetPassed: RouteRule = {
  id: 'sunset-passed',
  severity: 'warning',
  summary: 'No route is served after its sunset.',
  find: ({ routes, asOf, versioning }) =>
    routes.flatMap((route) => {
      const sunset = route.deprecation?.sunset;
      const served = route.handler ? 'served' : 'described';
      return sunset && Date.parse(sunset) <= asOf.getTime()
        ? problem(
            'sunset-passed',
            `${routeName(route)} ${versioning?.sunset === 'refuse' ? 'answers 410 only' : `is still ${served}`}, but its sunset was ${readableDate(sunset)}.`,
            'Remove it, or postpone its sunset.',
            atRoute(route),
          )
        : [];
    }),
};
