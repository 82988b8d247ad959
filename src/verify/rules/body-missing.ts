import { objectAt } from '../../json/json.js';
import { isJsonType } from '../write-body.js';
import type { VerifyRule } from './rule.js';

export const bodyMissing: VerifyRule = {
  id: 'body-missing',
  level: 'error',
  summary: 'A status with declared content comes with a body.',
  find: ({ body, declared, request, mediaType, isOfOperation, answer: { status } }) => {
    if (!declared || request.method === 'HEAD' || status === 304 || !isOfOperation) return [];
    const isDeclared = Object.keys(objectAt(declared.response['content'])).length > 0;
    // A file, a text or a list of lines may be empty; JSON has no such value.
    const mayBeEmpty = mediaType !== '' && !isJsonType(mediaType);
    return isDeclared && body.kind === 'none' && !mayBeEmpty
      ? [`the body of ${status} is empty, and content is declared.`]
      : [];
  },
};
