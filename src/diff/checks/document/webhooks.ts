import { documentFamily } from '../../family.js';
import { listWebhooks } from '../../../openapi/operations/list-operations.js';

export const webhooks = documentFamily({
  name: 'webhooks',
  checks: {
    'webhook-added': ['info', 'none', 'components', 'existence', 'add'],
    'webhook-removed': ['error', 'none', 'components', 'existence', 'remove'],
  },
  compare: ({ base, revision }) => {
    const [from, to] = [listWebhooks(base), listWebhooks(revision)];
    return [
      ...[...from]
        .filter(([name]) => !to.has(name))
        .map(([name, { tokens }]) => ({
          id: 'webhook-removed' as const,
          tokens,
          message: `the webhook ${name} was removed`,
        })),
      ...[...to]
        .filter(([name]) => !from.has(name))
        .map(([name, { tokens }]) => ({ id: 'webhook-added' as const, tokens, message: `the webhook ${name} is new` })),
    ];
  },
});
