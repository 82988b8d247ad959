import { problem } from '../../report/boot-problem.js';
import { countOf } from '../../text/join-words.js';
import { millisecondsPerDay, readableDate, readableTime } from '../../text/date.js';
import { deprecationSubjects } from './deprecation-subjects.js';
import type { Rule } from './rule.js';

export const brownoutWithoutNotice: Rule = {
  id: 'brownout-without-notice',
  severity: 'error',
  summary: 'Every brownout begins lifecycle.minNotice days after the deprecation, or later.',
  find: (context) => {
    const { minNotice = 0 } = context.definition.lifecycle ?? {};
    return deprecationSubjects(context).flatMap(({ name, deprecation: { since, brownouts = [] }, place }) => {
      const earliest = Date.parse(since) + minNotice * millisecondsPerDay;
      const early = brownouts.find(({ from }) => Date.parse(from) < earliest);
      if (!early) return [];
      const distance = minNotice === 0 ? 'before' : `less than ${countOf(minNotice, 'day')} after`;
      const allowed = readableDate(new Date(earliest).toISOString());
      return problem(
        'brownout-without-notice',
        `${name} has a brownout from ${readableTime(early.from)}, ${distance} it was deprecated on ${readableDate(since)}.`,
        `Begin it on ${allowed} or later.`,
        place,
      );
    });
  },
};
