import { isObject, type Json } from '../../../json/json.js';
import type { OperationPair } from '../../../openapi/operations/operation-pair.js';
import { operationFamily } from '../../family.js';

/** `x-rate-limit`: how many requests a client may make in how many seconds. */
export const rateLimit = operationFamily({
  name: 'rate-limit',
  inbound: false,
  checks: {
    'api-rate-limit-tightened': ['warning', 'request', 'security', 'value', 'decrease'],
    'api-rate-limit-loosened': ['info', 'request', 'security', 'value', 'increase'],
  },
  compare: ({ base, revision }: OperationPair) => {
    const [from, to] = [base, revision].map(({ node }) => readLimit(node['x-rate-limit'])) as [Limit, Limit];
    if (from.limit === to.limit && from.windowSeconds === to.windowSeconds) return [];
    // A longer window at the same rate lets a client do all that it did, and more at once.
    const isTighter = to.limit < from.limit || rateOf(to) < rateOf(from);
    return [
      {
        id: isTighter ? ('api-rate-limit-tightened' as const) : ('api-rate-limit-loosened' as const),
        tokens: [...revision.tokens, 'x-rate-limit'],
        message: `the rate limit changed from ${inWords(from)} to ${inWords(to)}`,
      },
    ];
  },
});

interface Limit {
  readonly limit: number;
  readonly windowSeconds: number;
}

const none: Limit = { limit: Infinity, windowSeconds: 1 };

function readLimit(value: Json | undefined): Limit {
  if (!isObject(value)) return none;
  const { limit, windowSeconds } = value;
  return typeof limit === 'number' && typeof windowSeconds === 'number' && windowSeconds > 0
    ? { limit, windowSeconds }
    : none;
}

const rateOf = ({ limit, windowSeconds }: Limit) => limit / windowSeconds;

const inWords = ({ limit, windowSeconds }: Limit) =>
  limit === Infinity ? 'none' : `${limit} requests in ${windowSeconds} seconds`;
