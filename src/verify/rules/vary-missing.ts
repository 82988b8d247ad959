import { versionOf } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

export const varyMissing: VerifyRule = {
  id: 'vary-missing',
  level: 'error',
  summary: 'Answers vary on the header that names the version, so that caches keep versions apart.',
  find: ({ kind, operation, answer: { headers, status } }) => {
    const name = operation.of.scheme?.vary;
    if (!name || versionOf(operation) === null || kind === 'options' || status >= 500) return [];
    const listed = (headers['vary'] ?? '').split(',').map((one) => one.trim().toLowerCase());
    return listed.includes('*') || listed.includes(name.toLowerCase())
      ? []
      : [`Vary is ${headers['vary'] ? `"${headers['vary']}"` : 'missing'}; it must name ${name}.`];
  },
};
