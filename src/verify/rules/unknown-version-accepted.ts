import type { VerifyRule } from './rule.js';

export const unknownVersionAccepted: VerifyRule = {
  id: 'unknown-version-accepted',
  level: 'error',
  summary: 'A version that does not exist is refused with a 4xx status.',
  find: ({ kind, answer: { status }, named }) =>
    kind === 'unknown-version' && status < 400
      ? [`version "${named}" does not exist and is answered with ${status}.`]
      : [],
};
