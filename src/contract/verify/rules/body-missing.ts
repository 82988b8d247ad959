import { objectAt } from '../../../json/json.js';
import type { VerifyRule } from './rule.js';

export const bodyMissing: VerifyRule = {
  id: 'body-missing',
  level: 'error',
  summary: 'A status with declared content comes with a body, and one without comes without.',
  find: ({ body, declared, request, isOfOperation, answer: { status, text } }) => {
    if (!declared || request.method === 'HEAD' || status === 304 || text === undefined || !isOfOperation) return [];
    const isDeclared = Object.keys(objectAt(declared.response['content'])).length > 0;
    if (isDeclared && body.kind === 'none') return [`the body of ${status} is empty, and content is declared.`];
    return !isDeclared && status < 300 && text !== ''
      ? [`${status} comes with a body, and no content is declared.`]
      : [];
  },
};
