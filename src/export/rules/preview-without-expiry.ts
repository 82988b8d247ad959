import { problem } from '../../report/boot-problem.js';
import type { Rule } from './rule.js';

export const previewWithoutExpiry: Rule = {
  id: 'preview-without-expiry',
  severity: 'error',
  summary: 'Every preview says when it ends, and every promoted one until when its name is accepted.',
  find: ({ previews }) =>
    (previews?.previews ?? [])
      .filter(({ promoted, expires, graceUntil }) => (promoted === null ? expires : graceUntil) === null)
      .map(({ name, promoted, source }) =>
        promoted === null
          ? problem(
              'preview-without-expiry',
              `The preview ${name} has no end.`,
              "Add the day by which it is promoted or dropped, such as expires: '2027-03-01'.",
              { source: source() },
            )
          : problem(
              'preview-without-expiry',
              `The preview ${name} is promoted, and its name is accepted for ever.`,
              "Add the day until which clients may send it, such as graceUntil: '2027-09-01'.",
              { source: source() },
            ),
      ),
};
