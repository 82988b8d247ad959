import { problem } from '../../report/problem.js';
import type { Rule } from './rule.js';

export const invalidLifecycle: Rule = {
  id: 'invalid-lifecycle',
  severity: 'error',
  summary: 'The option lifecycle.minNotice is a number of whole days.',
  find: ({ definition }) => {
    const lifecycle: unknown = definition.lifecycle;
    if (lifecycle === undefined) return [];
    const notice =
      typeof lifecycle === 'object' && lifecycle !== null
        ? (lifecycle as { readonly minNotice?: unknown }).minNotice
        : lifecycle;
    const isObject = typeof lifecycle === 'object' && lifecycle !== null && !Array.isArray(lifecycle);
    if (isObject && (notice === undefined || (Number.isSafeInteger(notice) && (notice as number) >= 0))) return [];
    const value = JSON.stringify(isObject ? notice : lifecycle) ?? String(isObject ? notice : lifecycle);
    return [
      problem(
        'invalid-lifecycle',
        `The option ${isObject ? 'lifecycle.minNotice' : 'lifecycle'} is ${value}.`,
        'Write a number of days, such as lifecycle: { minNotice: 90 }.',
        { option: 'lifecycle' },
      ),
    ];
  },
};
