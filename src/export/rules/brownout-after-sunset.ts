import { problem } from '../../report/boot-problem.js';
import { readableDate, readableTime } from '../../text/date.js';
import { deprecationSubjects } from './deprecation-subjects.js';
import type { Rule } from './rule.js';

export const brownoutAfterSunset: Rule = {
  id: 'brownout-after-sunset',
  severity: 'error',
  summary: 'Every brownout has ended by the sunset.',
  find: (context) =>
    deprecationSubjects(context).flatMap(({ name, deprecation: { brownouts = [], sunset }, place }) =>
      brownouts
        .filter(({ to }) => sunset !== null && to > sunset)
        .map(({ to }) =>
          problem(
            'brownout-after-sunset',
            `${name} has a brownout until ${readableTime(to)}, after its sunset on ${readableDate(sunset!)}.`,
            'Move the brownout before the sunset, or postpone the sunset.',
            place,
          ),
        ),
    ),
};
