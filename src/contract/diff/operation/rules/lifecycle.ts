import type { CheckId } from '../../checks.js';
import { compareLifecycles, type LifecycleEvent } from '../../lifecycle/compare-lifecycles.js';
import { readLifecycle } from '../../lifecycle/read-lifecycle.js';
import { compareStability } from '../../stability.js';
import type { OperationRule } from '../operation-rule.js';

const eventIds: Readonly<Record<LifecycleEvent, CheckId>> = {
  deprecated: 'endpoint-deprecated',
  'deprecated-with-sunset': 'endpoint-deprecated-with-sunset',
  reactivated: 'endpoint-reactivated',
  'sunset-missing': 'api-deprecated-sunset-missing',
  'sunset-invalid': 'api-deprecated-sunset-parse',
  'sunset-too-small': 'api-sunset-date-too-small',
  'sunset-deleted': 'sunset-deleted',
  'sunset-moved-earlier': 'api-sunset-date-changed-too-small',
};

export const operationLifecycleRule: OperationRule = {
  name: 'operation-lifecycle',
  inbound: true,
  compare: ({ base, revision }, { policy, alignment }) => {
    if (alignment !== 'path') return [];
    return compareLifecycles(readLifecycle(base.node), readLifecycle(revision.node), policy).map(({ event, text }) => ({
      id: eventIds[event],
      tokens: revision.tokens,
      message: `the operation ${text}`,
    }));
  },
};

export const operationStabilityRule: OperationRule = {
  name: 'operation-stability',
  inbound: true,
  compare: ({ base, revision }) => {
    const change = compareStability(base.node, revision.node);
    if (!change) return [];
    const id = change.kind === 'invalid' ? 'api-invalid-stability-level' : (`api-stability-${change.kind}` as const);
    return [{ id, tokens: [...revision.tokens, 'x-stability-level'], message: `the operation: ${change.text}` }];
  },
};
