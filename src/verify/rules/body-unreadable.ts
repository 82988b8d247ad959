import type { VerifyRule } from './rule.js';

export const bodyUnreadable: VerifyRule = {
  id: 'body-unreadable',
  level: 'error',
  summary: 'A body that says it is JSON is JSON.',
  find: ({ body, mediaType, answer: { status } }) =>
    body.kind === 'unreadable' ? [`the body of ${status} is not ${mediaType}: ${body.why}.`] : [],
};
