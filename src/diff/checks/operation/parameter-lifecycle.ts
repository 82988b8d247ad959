import { operationFamily } from '../../family.js';
import {
  compareLifecycles,
  explainRemoval,
  judgeRemoval,
  type LifecycleEvent,
  type RemovalVerdict,
} from '../../lifecycle/judge-lifecycle.js';
import { isUnstable } from '../../lifecycle/compare-stability.js';
import { readLifecycle } from '../../../openapi/lifecycle-marks.js';
import { describeParameter, matchParameters } from '../../operation/match-parameters.js';

const eventIds = {
  deprecated: 'request-parameter-deprecated',
  'deprecated-with-sunset': 'request-parameter-deprecated',
  reactivated: 'request-parameter-reactivated',
  'sunset-missing': 'request-parameter-deprecated-sunset-missing',
  'sunset-invalid': 'request-parameter-sunset-parse',
  'sunset-became-invalid': 'request-parameter-sunset-parse',
  'sunset-too-small': 'request-parameter-sunset-date-too-small',
  'sunset-deleted': 'request-parameter-sunset-deleted',
  'sunset-moved-earlier': 'request-parameter-sunset-date-changed-too-small',
} as const satisfies Readonly<Record<LifecycleEvent, string>>;

const removalIds = {
  'without-deprecation': 'request-parameter-removed',
  'sunset-invalid': 'request-parameter-sunset-parse',
  'before-sunset': 'request-parameter-removed-before-sunset',
  'without-sunset': 'request-parameter-removed-without-sunset',
  'with-short-notice': 'request-parameter-removed-with-short-notice',
  'with-deprecation': 'request-parameter-removed-with-deprecation',
} as const satisfies Readonly<Record<RemovalVerdict, string>>;

export const parameterLifecycle = operationFamily({
  name: 'parameter-lifecycle',
  inbound: false,
  checks: {
    'request-parameter-deprecated': ['info', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-reactivated': ['info', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-deprecated-sunset-missing': ['error', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-sunset-parse': ['error', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-sunset-date-too-small': ['error', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-sunset-deleted': ['error', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-sunset-date-changed-too-small': ['error', 'request', 'parameters', 'lifecycle', 'change'],
    'request-parameter-removed': ['warning', 'request', 'parameters', 'existence', 'remove'],
    'request-parameter-removed-with-deprecation': ['info', 'request', 'parameters', 'existence', 'remove'],
    'request-parameter-removed-before-sunset': ['error', 'request', 'parameters', 'existence', 'remove'],
    'request-parameter-removed-without-sunset': ['error', 'request', 'parameters', 'existence', 'remove'],
    'request-parameter-removed-with-short-notice': ['error', 'request', 'parameters', 'existence', 'remove'],
  },
  compare: (pair, { policy }) => {
    const { common, removed } = matchParameters(pair);
    const cappedLevel = isUnstable(pair.base.node) ? ('info' as const) : null;
    return [
      ...common.flatMap(({ base, revision }) =>
        compareLifecycles(readLifecycle(base.node), readLifecycle(revision.node), policy).map(({ event, text }) => ({
          id: eventIds[event],
          tokens: revision.tokens,
          message: `${describeParameter(revision)} ${text}`,
          cappedLevel,
        })),
      ),
      ...removed.map((parameter) => {
        const lifecycle = readLifecycle(parameter.node);
        const verdict = judgeRemoval(lifecycle, policy);
        const end =
          verdict === 'without-deprecation' && policy.beside === null
            ? 'was removed'
            : explainRemoval(verdict, lifecycle, policy);
        return {
          id: removalIds[verdict],
          tokens: parameter.tokens,
          message: `${describeParameter(parameter)} ${end}`,
          cappedLevel,
        };
      }),
    ];
  },
});
