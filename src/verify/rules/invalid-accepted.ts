import type { VerifyRule } from './rule.js';

export const invalidAccepted: VerifyRule = {
  id: 'invalid-accepted',
  level: 'error',
  summary: 'A request that the version forbids is refused.',
  find: ({ kind, answer: { status }, mistake }) =>
    kind === 'invalid' && status < 400
      ? [`a request that the version forbids is answered with ${status}: ${mistake}.`]
      : [],
};
