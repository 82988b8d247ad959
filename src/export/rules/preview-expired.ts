import { problem } from '../../report/boot-problem.js';
import { readableDate } from '../../text/date.js';
import { isInGraceAt, isOpenAt } from '../../routing/previews/preview-terms.js';
import type { Rule } from './rule.js';

export const previewExpired: Rule = {
  id: 'preview-expired',
  severity: 'warning',
  severityInGate: 'error',
  summary: 'No preview is declared after it ended; an error of svc gate.',
  find: ({ previews, asOf }) =>
    (previews?.previews ?? [])
      .filter((one) => !isOpenAt(one, asOf.getTime()) && !isInGraceAt(one, asOf.getTime()))
      .map(({ name, promoted, expires, graceUntil, source }) =>
        problem(
          'preview-expired',
          promoted === null
            ? `The preview ${name} expired on ${readableDate(expires!)}.`
            : `The preview ${name} became part of version ${promoted}, and its name was accepted until ${readableDate(graceUntil!)}.`,
          promoted === null
            ? "Move its changes to next and write promoted: '…', remove it with what only it needs, or postpone expires."
            : 'Remove its declaration.',
          { source: source() },
        ),
      ),
};
