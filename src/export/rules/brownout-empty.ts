import { problem } from '../../report/boot-problem.js';
import { readableTime } from '../../text/date.js';
import { deprecationSubjects } from './deprecation-subjects.js';
import type { Rule } from './rule.js';

export const brownoutEmpty: Rule = {
  id: 'brownout-empty',
  severity: 'error',
  summary: 'Every brownout ends after it begins.',
  find: (context) =>
    deprecationSubjects(context).flatMap(({ name, deprecation, place }) =>
      (deprecation.brownouts ?? [])
        .filter(({ from, to }) => to <= from)
        .map(({ from, to }) =>
          problem(
            'brownout-empty',
            `${name} has a brownout from ${readableTime(from)} to ${readableTime(to)}, which is empty.`,
            from === to ? 'Write a later to.' : 'Swap from and to.',
            place,
          ),
        ),
    ),
};
