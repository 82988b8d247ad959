import { movedStatus } from '../../../openapi/operations/moved-status.js';
import { operationFamily } from '../../family.js';
import { governor, isSuccess, listStatuses } from '../../../openapi/operations/match-responses.js';

export const responseStatus = operationFamily({
  name: 'response-status',
  inbound: false,
  checks: {
    'response-success-status-removed': ['error', 'response', 'responses', 'existence', 'remove'],
    'response-success-status-moved': ['error', 'response', 'responses', 'existence', 'change'],
    'response-success-status-added': ['info', 'response', 'responses', 'existence', 'add'],
    'response-non-success-status-removed': ['info', 'response', 'responses', 'existence', 'remove'],
    'response-non-success-status-added': ['info', 'response', 'responses', 'existence', 'add'],
  },
  compare: ({ base, revision }) => {
    const moved = movedStatus({ base, revision });
    const from = listStatuses(base).filter((status) => status !== moved?.from);
    const to = listStatuses(revision).filter((status) => status !== moved?.to);
    const isNamed = (status: string, others: readonly string[]) =>
      ![null, 'default'].includes(governor(status, others)) || others.includes(status);
    const isKept = (status: string) =>
      isNamed(status, to) ||
      (isRange(status) && to.some((other) => other[0] === status[0])) ||
      (isSuccess(status) && governor(status, to) !== null);
    return [
      ...(moved
        ? [
            {
              id: 'response-success-status-moved' as const,
              tokens: [...revision.tokens, 'responses', moved.to],
              message: `the success moved from status ${moved.from} to ${moved.to}`,
            },
          ]
        : []),
      ...from
        .filter((status) => !isKept(status))
        .map((status) => ({
          id: isSuccess(status)
            ? ('response-success-status-removed' as const)
            : ('response-non-success-status-removed' as const),
          tokens: [...base.tokens, 'responses', status],
          message: `the response ${status} was removed`,
        })),
      ...to
        .filter((status) => !isNamed(status, from))
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

function isRange(status: string): boolean {
  return /^\dXX$/.test(status);
}
