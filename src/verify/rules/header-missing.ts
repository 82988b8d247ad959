import { objectAt } from '../../json/json.js';
import type { VerifyRule } from './rule.js';

/** Sent with every answer whose contract declares them; null for every status. */
const always: Readonly<Record<string, readonly number[] | null>> = {
  'api-version': null,
  'www-authenticate': [401],
  'retry-after': [429],
};

export const headerMissing: VerifyRule = {
  id: 'header-missing',
  level: 'error',
  summary:
    'A header that the version declares as required is sent, and so are API-Version, WWW-Authenticate with 401 and Retry-After with 429 where they are declared.',
  find: ({ operation, declared, isOfOperation, answer: { headers, status } }) => {
    if (!isOfOperation) return [];
    return Object.entries(objectAt(declared?.response['headers'])).flatMap(([name, written]) => {
      const key = name.toLowerCase();
      const statuses = Object.hasOwn(always, key) ? always[key] : undefined;
      const isAlways = statuses === null || statuses?.includes(status) === true;
      const isRequired = operation.document.resolve(written)['required'] === true;
      return (isRequired || isAlways) && headers[key] === undefined ? [`${status} lacks the header ${name}.`] : [];
    });
  },
};
