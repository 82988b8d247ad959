import { problem } from '../../report/boot-problem.js';
import { readableTime } from '../../text/date.js';
import { deprecationSubjects } from './deprecation-subjects.js';
import type { Rule } from './rule.js';

export const brownoutsOverlap: Rule = {
  id: 'brownouts-overlap',
  severity: 'error',
  summary: 'Every brownout of an operation begins after the one before has ended.',
  find: (context) =>
    deprecationSubjects(context).flatMap(({ name, deprecation: { brownouts = [] }, place }) =>
      brownouts.slice(1).flatMap(({ from }, index) => {
        const before = brownouts[index]!;
        if (from >= before.to) return [];
        return problem(
          'brownouts-overlap',
          `${name} has a brownout from ${readableTime(from)}, before the one until ${readableTime(before.to)} has ended.`,
          'Join them, or move one of them.',
          place,
        );
      }),
    ),
};
