import { objectAt } from '../../../json/json.js';
import { isJsonType } from '../write-request.js';
import type { VerifyRule } from './rule.js';

export const bodyMissing: VerifyRule = {
  id: 'body-missing',
  level: 'error',
  summary: 'A status with declared content comes with a body, and one without comes without.',
  find: ({ body, declared, request, mediaType, isOfOperation, answer: { status, text } }) => {
    if (!declared || request.method === 'HEAD' || status === 304 || text === undefined || !isOfOperation) return [];
    const isDeclared = Object.keys(objectAt(declared.response['content'])).length > 0;
    // A file, a text or a list of lines may be empty; JSON has no such value.
    const mayBeEmpty = mediaType !== '' && !isJsonType(mediaType);
    if (isDeclared && body.kind === 'none' && !mayBeEmpty)
      return [`the body of ${status} is empty, and content is declared.`];
    return !isDeclared && status < 300 && text !== ''
      ? [`${status} comes with a body, and no content is declared.`]
      : [];
  },
};
