import { operationFamily } from '../../family.js';
import { listStatuses } from '../../operation/match-responses.js';

export const responseStatus = operationFamily({
  name: 'response-status',
  inbound: false,
  checks: {
    'response-success-status-removed': ['error', 'response', 'responses', 'existence', 'remove'],
    'response-success-status-added': ['info', 'response', 'responses', 'existence', 'add'],
    'response-non-success-status-removed': ['info', 'response', 'responses', 'existence', 'remove'],
    'response-non-success-status-added': ['info', 'response', 'responses', 'existence', 'add'],
  },
  compare: ({ base, revision }) => {
    const [from, to] = [listStatuses(base), listStatuses(revision)];
    const isKnown = (status: string, others: readonly string[]) =>
      others.includes(status) || others.includes(rangeOf(status));
    return [
      ...from
        .filter((status) => !isKnown(status, to))
        .map((status) => ({
          id: isSuccess(status)
            ? ('response-success-status-removed' as const)
            : ('response-non-success-status-removed' as const),
          tokens: [...base.tokens, 'responses', status],
          message: `the response ${status} was removed`,
        })),
      ...to
        .filter((status) => !isKnown(status, from))
        .map((status) => ({
          id: isSuccess(status)
            ? ('response-success-status-added' as const)
            : ('response-non-success-status-added' as const),
          tokens: [...revision.tokens, 'responses', status],
          message: `the response ${status} was added`,
        })),
    ];
  },
});

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function rangeOf(status: string): string {
  return /^\d/.test(status) ? `${status[0]}XX` : status;
}
