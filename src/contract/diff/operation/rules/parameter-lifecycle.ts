import type { CheckId } from '../../checks.js';
import { compareLifecycles, type LifecycleEvent } from '../../lifecycle/compare-lifecycles.js';
import { readLifecycle } from '../../lifecycle/read-lifecycle.js';
import { describeParameter, matchParameters } from '../match-parameters.js';
import type { OperationRule } from '../operation-rule.js';

const eventIds: Readonly<Record<LifecycleEvent, CheckId>> = {
  deprecated: 'request-parameter-deprecated',
  'deprecated-with-sunset': 'request-parameter-deprecated-with-sunset',
  reactivated: 'request-parameter-reactivated',
  'sunset-missing': 'request-parameter-deprecated-sunset-missing',
  'sunset-invalid': 'request-parameter-sunset-parse',
  'sunset-too-small': 'request-parameter-sunset-date-too-small',
  'sunset-deleted': 'request-parameter-sunset-deleted',
  'sunset-moved-earlier': 'request-parameter-sunset-date-changed-too-small',
};

export const parameterLifecycleRule: OperationRule = {
  name: 'parameter-lifecycle',
  inbound: false,
  compare: (pair, { policy }) =>
    matchParameters(pair).common.flatMap(({ base, revision }) =>
      compareLifecycles(readLifecycle(base.node), readLifecycle(revision.node), policy).map(({ event, text }) => ({
        id: eventIds[event],
        tokens: revision.tokens,
        message: `${describeParameter(revision)} ${text}`,
      })),
    ),
};
