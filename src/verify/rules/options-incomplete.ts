import type { VerifyRule } from './rule.js';

export const optionsIncomplete: VerifyRule = {
  id: 'options-incomplete',
  level: 'error',
  summary:
    'OPTIONS answers with Allow, which lists every method of the address; documents of other servers may leave OPTIONS out.',
  find: ({ kind, api, operation, answer: { status, headers } }) => {
    if (kind !== 'options') return [];
    const allow = headers['allow'];
    if (status >= 300 || allow === undefined)
      return operation.server === 'svckit'
        ? [`OPTIONS is answered with ${status}${allow === undefined ? ' and without Allow' : ''}.`]
        : [];
    const allowed = new Set(allow.split(',').map((method) => method.trim().toUpperCase()));
    const methods = api.atPath(operation).map(({ method }) => method);
    const missing = methods.filter((method) => !allowed.has(method));
    return missing.length === 0 ? [] : [`Allow is "${allow}", without ${missing.join(', ')}.`];
  },
};
