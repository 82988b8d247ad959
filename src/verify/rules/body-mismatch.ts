import type { VerifyRule } from './rule.js';

export const bodyMismatch: VerifyRule = {
  id: 'body-mismatch',
  level: 'error',
  summary: 'The body of an answer fits the schema that the version declares for the status.',
  find: ({ body, answer: { status } }) => {
    if (body.kind !== 'json' || !body.misfit || body.misfit.fits !== null) return [];
    const { why, undeclared } = body.misfit;
    const isSurplus = undeclared.length > 0 && why?.endsWith('is not allowed');
    return why === null || isSurplus
      ? []
      : [`the body of ${status} does not fit: ${why.startsWith('/') ? why : `it ${why}`}.`];
  },
};
