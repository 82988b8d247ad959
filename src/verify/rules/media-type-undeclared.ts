import { objectAt } from '../../json/json.js';
import type { VerifyRule } from './rule.js';

export const mediaTypeUndeclared: VerifyRule = {
  id: 'media-type-undeclared',
  level: 'error',
  summary: 'The media type of an answer is declared for its status.',
  find: ({ declared, media, mediaType, answer: { status, text } }) => {
    const names = Object.keys(objectAt(declared?.response['content']));
    if (names.length === 0 || media || text === '' || status === 304) return [];
    return [`${status} has the media type ${mediaType || 'none'}. Declared: ${names.join(', ')}.`];
  },
};
