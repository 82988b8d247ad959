import { documentFamily, type DocumentPair } from '../../family.js';
import { isUnstable } from '../../lifecycle/compare-stability.js';
import {
  compareLifecycles,
  explainRemoval,
  judgeRemoval,
  type LifecyclePolicy,
  type RemovalVerdict,
} from '../../lifecycle/judge-lifecycle.js';
import { nameOperation } from '../../../report/result.js';
import type { Operation } from '../../../openapi/operations/operation-pair.js';
import { readLifecycle } from '../../../openapi/lifecycle-marks.js';
import { shapeOf, withoutVersion } from '../../../openapi/operations/align-operations.js';
import { findVersionMovedTo } from './api-versioning.js';

/** The check of a removal that leaves nothing at its path. */
const pathVerdicts = {
  'without-deprecation': 'api-path-removed-without-deprecation',
  'sunset-invalid': 'api-path-sunset-parse',
  'before-sunset': 'api-path-removed-before-sunset',
  'without-sunset': 'api-removed-without-sunset',
  'with-short-notice': 'api-removed-with-short-notice',
  'with-deprecation': 'api-path-removed-with-deprecation',
} as const satisfies Readonly<Record<RemovalVerdict, string>>;

/** The check of a removal from a path that still has other methods. */
const operationVerdicts = {
  ...pathVerdicts,
  'without-deprecation': 'api-removed-without-deprecation',
  'before-sunset': 'api-removed-before-sunset',
  'with-deprecation': 'api-removed-with-deprecation',
} as const satisfies Readonly<Record<RemovalVerdict, string>>;

const noPromise = '; its stability level promised nothing';

export const operations = documentFamily({
  name: 'operations',
  checks: {
    'endpoint-added': ['info', 'none', 'paths', 'existence', 'add'],
    'endpoint-moved': ['error', 'none', 'paths', 'existence', 'remove'],
    'api-path-removed-without-deprecation': ['error', 'none', 'paths', 'existence', 'remove'],
    'api-path-removed-with-deprecation': ['info', 'none', 'paths', 'existence', 'remove'],
    'api-path-sunset-parse': ['error', 'none', 'paths', 'lifecycle', 'change'],
    'api-path-removed-before-sunset': ['error', 'none', 'paths', 'existence', 'remove'],
    'api-removed-without-deprecation': ['error', 'none', 'paths', 'existence', 'remove'],
    'api-removed-with-deprecation': ['info', 'none', 'paths', 'existence', 'remove'],
    'api-removed-before-sunset': ['error', 'none', 'paths', 'existence', 'remove'],
    'api-removed-without-sunset': ['error', 'none', 'paths', 'existence', 'remove'],
    'api-removed-with-short-notice': ['error', 'none', 'paths', 'existence', 'remove'],
  },
  compare: (pair, { policy, alignment }) => {
    const left = new Set(pair.revision.root['paths'] === undefined ? [] : listShapes(pair, alignment === 'path'));
    const removed = pair.operations.removed.filter((operation) => findVersionMovedTo(pair, operation) === null);
    return [
      ...removed.map((operation) => {
        const lifecycle = readLifecycle(operation.node);
        const verdict = judgeRemoval(lifecycle, policy);
        const { path, apiVersion } = operation;
        const shape = shapeOf(alignment === 'path' ? path : withoutVersion(path, apiVersion));
        return {
          id: (left.has(shape) ? operationVerdicts : pathVerdicts)[verdict],
          tokens: operation.tokens,
          message: `the operation ${explainRemoval(verdict, lifecycle, policy)}${isUnstable(operation.node) ? noPromise : ''}`,
          operation,
          cappedLevel: isUnstable(operation.node) ? ('info' as const) : null,
        };
      }),
      ...(alignment === 'path' ? pair.operations.common : []).flatMap(({ base, revision }) =>
        compareLifecycles(readLifecycle(base.node), readLifecycle(revision.node), policy)
          .filter(({ event }) => event === 'sunset-became-invalid')
          .map(({ text }) => ({
            id: 'api-path-sunset-parse' as const,
            tokens: revision.tokens,
            message: `the operation ${text}`,
            operation: revision,
            cappedLevel: isUnstable(base.node) ? ('info' as const) : null,
          })),
      ),
      ...pair.operations.moved.map(({ base, revision }) => ({
        id: 'endpoint-moved' as const,
        tokens: base.tokens,
        message: `the operation moved to ${nameOperation(revision)}`,
        operation: base,
        moved: { from: nameOperation(base), to: nameOperation(revision) },
        cappedLevel: isLawful(base, policy) ? ('info' as const) : null,
      })),
      ...pair.operations.added.map((operation) => ({
        id: 'endpoint-added' as const,
        tokens: operation.tokens,
        message: 'the operation is new',
        operation,
      })),
    ];
  },
});

/** Whether an operation may be gone from its address. */
const isLawful = ({ node }: Operation, policy: LifecyclePolicy) =>
  isUnstable(node) || judgeRemoval(readLifecycle(node), policy) === 'with-deprecation';

function listShapes({ operations: { common, added } }: DocumentPair, versioned: boolean): readonly string[] {
  return [...common.map(({ revision }) => revision), ...added].map(({ path, apiVersion }) =>
    shapeOf(versioned ? path : withoutVersion(path, apiVersion)),
  );
}
