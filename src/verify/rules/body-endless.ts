import { isJsonLines, isJsonType } from '../write-body.js';
import type { VerifyRule } from './rule.js';

export const bodyEndless: VerifyRule = {
  id: 'body-endless',
  level: 'error',
  summary: 'A body ends within ten seconds; one of more than 8 MiB is a warning, because it is not read further.',
  find: ({ answer: { status, headers, cut }, mediaType }) => {
    if (cut === 'slow') return [`the body of ${status} had not ended after ten seconds.`];
    const isKnown = headers['content-length'] !== undefined && !isJsonType(mediaType) && !isJsonLines(mediaType);
    return cut === 'long' && !isKnown
      ? [{ level: 'warning', message: `the body of ${status} goes on beyond 8 MiB, and was not read further.` }]
      : [];
  },
};
