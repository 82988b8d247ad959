import { operationFamily } from '../../family.js';
import { listCallbacks } from '../../../openapi/operations/list-operations.js';
import type { Operation } from '../../../openapi/operations/operation-pair.js';

export const callbacks = operationFamily({
  name: 'callbacks',
  inbound: true,
  checks: {
    'callback-added': ['info', 'none', 'paths', 'existence', 'add'],
    'callback-removed': ['error', 'none', 'paths', 'existence', 'remove'],
  },
  compare: ({ base, revision }) => {
    const [from, to] = [listCallbacks(base), listCallbacks(revision)];
    const at = ({ tokens }: Operation) => tokens.slice(0, -1);
    return [
      ...[...from]
        .filter(([key]) => !to.has(key))
        .map(([key, operation]) => ({
          id: 'callback-removed' as const,
          tokens: at(operation),
          message: `the callback ${key} was removed`,
        })),
      ...[...to]
        .filter(([key]) => !from.has(key))
        .map(([key, operation]) => ({
          id: 'callback-added' as const,
          tokens: at(operation),
          message: `the callback ${key} is new`,
        })),
    ];
  },
});
