import type { VerifyRule } from './rule.js';

export const versionMixedUp: VerifyRule = {
  id: 'version-mixed-up',
  level: 'error',
  summary: 'A version answers in its own shape, not in that of another one.',
  find: ({ body, answer: { status } }) => {
    if (body.kind !== 'json' || !body.misfit || body.misfit.fits === null) return [];
    const { why, undeclared, fits } = body.misfit;
    const difference =
      why === null || why.endsWith('is not allowed')
        ? `it has ${undeclared.join(', ')}`
        : why.startsWith('/')
          ? why
          : `it ${why}`;
    return [`the body of ${status} fits version ${fits}, not this one: ${difference}.`];
  },
};
