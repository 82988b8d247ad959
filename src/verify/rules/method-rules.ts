import type { VerifyRule } from './rule.js';

/** Whether a status says that nothing answers the method. */
export const refusesMethod = (status: number): boolean => [404, 405, 501].includes(status);

/** How HEAD and OPTIONS are answered. */
export const methodRules: readonly VerifyRule[] = [
  {
    id: 'head-refused',
    level: 'error',
    summary:
      'What answers GET answers HEAD too (RFC 9110, section 9.1); a warning for servers that svckit does not run.',
    find: ({ kind, get, operation, answer: { status } }) => {
      if (kind !== 'head' || !get || !refusesMethod(status) || get.status >= 400) return [];
      const message = `HEAD is answered with ${status}, and GET with ${get.status}.`;
      return operation.server === 'svckit' ? [message] : [{ message, level: 'warning' }];
    },
  },
  {
    id: 'head-differs',
    level: 'error',
    summary: 'HEAD answers as GET does, with the same status and media type.',
    find: ({ kind, get, answer: { status, headers } }) => {
      if (kind !== 'head' || !get || (refusesMethod(status) && status !== get.status)) return [];
      if (get.status !== status) return [`HEAD is answered with ${status}, and GET with ${get.status}.`];
      const [own, other] = [headers['content-type'], get.headers['content-type']];
      return own === other ? [] : [`HEAD has the media type ${own ?? 'none'}, and GET ${other ?? 'none'}.`];
    },
  },
  {
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
  },
];
