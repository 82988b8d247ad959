import type { VerifyRule } from './rule.js';

export const credentialsIgnored: VerifyRule = {
  id: 'credentials-ignored',
  level: 'error',
  summary: 'A request without the credentials that the version requires is refused.',
  // A mounted application may describe credentials that only some of its operations need; svckit does not check them.
  find: ({ kind, operation, answer: { status } }) =>
    kind === 'no-credentials' && status < 400 && operation.server !== 'mounted'
      ? [`a request without credentials is answered with ${status}.`]
      : [],
};
