import { declaresStatus } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

const faults = new Set([500, 501, 505]);

export const serverError: VerifyRule = {
  id: 'server-error',
  level: 'error',
  summary: 'No request makes the server fail: a 5xx other than 500 may be declared.',
  find: ({ operation, answer: { status }, mistake }) =>
    status < 500 || (!faults.has(status) && declaresStatus(operation, status))
      ? []
      : [`status ${status}${mistake === undefined ? '' : ` for a request with a mistake (${mistake})`}.`],
};
