import { objectAt } from '../../json/json.js';
import type { VerifyRule } from './rule.js';

export const statusUndeclared: VerifyRule = {
  id: 'status-undeclared',
  level: 'error',
  summary: 'The version declares every status that it answers.',
  find: ({ kind, declared, operation, answer: { status } }) => {
    // An answer to OPTIONS belongs to the address, and a 5xx is another rule's.
    if (declared || status >= 500 || kind === 'options') return [];
    // Where the path names the version, an unknown one is another address.
    if (kind === 'unknown-version' && operation.of.scheme?.sharesPaths === false && status === 404) return [];
    if (kind === 'head' && [404, 405, 501].includes(status)) return [];
    const names = Object.keys(objectAt(operation.node['responses'])).filter((name) => !name.startsWith('x-'));
    return [`status ${status} is not declared. Declared: ${names.join(', ') || 'none'}.`];
  },
};
