import { operationFamily } from '../../family.js';
import { compareStability, isUnstable } from '../../lifecycle/compare-stability.js';
import { compareLifecycles, type LifecycleEvent } from '../../lifecycle/judge-lifecycle.js';
import { readLifecycle } from '../../../openapi/lifecycle-marks.js';
import type { OperationPair } from '../../../openapi/operations/operation-pair.js';

const lifecycleIds = {
  deprecated: 'endpoint-deprecated',
  'deprecated-with-sunset': 'endpoint-deprecated-with-sunset',
  reactivated: 'endpoint-reactivated',
  'sunset-missing': 'api-deprecated-sunset-missing',
  'sunset-invalid': 'api-deprecated-sunset-parse',
  'sunset-became-invalid': 'api-deprecated-sunset-parse',
  'sunset-too-small': 'api-sunset-date-too-small',
  'sunset-deleted': 'sunset-deleted',
  'sunset-moved-earlier': 'api-sunset-date-changed-too-small',
} as const satisfies Readonly<Record<LifecycleEvent, string>>;

const stabilityIds = {
  invalid: 'api-invalid-stability-level',
  decreased: 'api-stability-decreased',
  increased: 'api-stability-increased',
} as const;

export const operationLifecycle = operationFamily({
  name: 'operation-lifecycle',
  inbound: true,
  checks: {
    'endpoint-deprecated': ['info', 'none', 'paths', 'lifecycle', 'change'],
    'endpoint-deprecated-with-sunset': ['info', 'none', 'paths', 'lifecycle', 'change'],
    'endpoint-reactivated': ['info', 'none', 'paths', 'lifecycle', 'change'],
    'api-deprecated-sunset-missing': ['error', 'none', 'paths', 'lifecycle', 'change'],
    'api-deprecated-sunset-parse': ['error', 'none', 'paths', 'lifecycle', 'change'],
    'api-sunset-date-too-small': ['error', 'none', 'paths', 'lifecycle', 'change'],
    'sunset-deleted': ['error', 'none', 'paths', 'lifecycle', 'remove'],
    'api-sunset-date-changed-too-small': ['error', 'none', 'paths', 'lifecycle', 'change'],
    'api-invalid-stability-level': ['error', 'none', 'paths', 'lifecycle', 'change'],
    'api-stability-decreased': ['error', 'none', 'paths', 'lifecycle', 'decrease'],
    'api-stability-increased': ['info', 'none', 'paths', 'lifecycle', 'increase'],
  },
  compare: ({ base, revision, inbound }, { policy, alignment }) => {
    const changes =
      alignment === 'path' ? compareLifecycles(readLifecycle(base.node), readLifecycle(revision.node), policy) : [];
    const own = inbound ? changes : changes.filter(({ event }) => event !== 'sunset-became-invalid');
    return [
      ...own.map(({ event, text }) => ({
        id: lifecycleIds[event],
        tokens: revision.tokens,
        message: `the operation ${text}`,
        cappedLevel: isUnstable(base.node) ? ('info' as const) : null,
      })),
      ...compareStabilities({ base, revision }),
    ];
  },
});

function compareStabilities({ base, revision }: Pick<OperationPair, 'base' | 'revision'>) {
  const change = compareStability(base.node, revision.node);
  if (!change) return [];
  const tokens = [...revision.tokens, 'x-stability-level'];
  return [{ id: stabilityIds[change.kind], tokens, message: `the operation: ${change.text}` }];
}
