import type { CheckId } from '../../checks.js';
import { isObject, objectAt, sortedKeys } from '../../../../json/json.js';
import { explainRemoval, judgeRemoval, type RemovalVerdict } from '../../lifecycle/judge-removal.js';
import { readLifecycle } from '../../lifecycle/read-lifecycle.js';
import { shapeOf, withoutVersion } from '../../operation/align-operations.js';
import { listPathOperations } from '../../operation/list-operations.js';
import type { Operation } from '../../operation/operation.js';
import type { OpenDocument } from '../../open-document.js';
import type { DocumentDraft, DocumentPair, DocumentRule } from '../document-rule.js';

const pathVerdicts: Readonly<Record<RemovalVerdict, CheckId>> = {
  'without-deprecation': 'api-path-removed-without-deprecation',
  'sunset-invalid': 'api-path-sunset-parse',
  'before-sunset': 'api-path-removed-before-sunset',
  'without-sunset': 'api-removed-without-sunset',
  'with-short-notice': 'api-removed-with-short-notice',
  'with-deprecation': 'api-path-removed-with-deprecation',
};

const operationVerdicts: Readonly<Record<RemovalVerdict, CheckId>> = {
  ...pathVerdicts,
  'without-deprecation': 'api-removed-without-deprecation',
  'before-sunset': 'api-removed-before-sunset',
  'with-deprecation': 'api-removed-with-deprecation',
};

export const removedOperationsRule: DocumentRule = {
  name: 'removed-operations',
  compare: (pair, { policy, alignment }) => {
    const left = new Set(pair.revision.root['paths'] === undefined ? [] : listShapes(pair, alignment === 'path'));
    return pair.operations.removed
      .filter((operation) => versionOf(pair, operation) === null)
      .map((operation): DocumentDraft => {
        const lifecycle = readLifecycle(operation.node);
        const verdict = judgeRemoval(lifecycle, policy);
        const path = shapeOf(
          alignment === 'path' ? operation.path : withoutVersion(operation.path, operation.apiVersion),
        );
        const ids = left.has(path) ? operationVerdicts : pathVerdicts;
        return {
          id: ids[verdict],
          tokens: operation.tokens,
          message: `the operation ${explainRemoval(verdict, lifecycle, policy)}`,
          operation,
        };
      });
  },
};

function listShapes({ operations }: DocumentPair, versioned: boolean): readonly string[] {
  return [...operations.common.map(({ revision }) => revision), ...operations.added].map(({ path, apiVersion }) =>
    shapeOf(versioned ? path : withoutVersion(path, apiVersion)),
  );
}

export const versionedPathsRule: DocumentRule = {
  name: 'versioned-paths',
  compare: (pair) =>
    pair.operations.removed.flatMap((operation) => {
      const version = versionOf(pair, operation);
      if (version === null) return [];
      return [
        {
          id: 'api-route-became-version-specific' as const,
          tokens: operation.tokens,
          operation,
          message: `the operation answered every version and answers only version ${version} now, under another path`,
        },
      ];
    }),
};

/** The version under whose path a route that had none is found again, or null. */
function versionOf({ base, revision, operations }: DocumentPair, operation: Operation): string | null {
  if (!isObject(base.root['x-svc-versioning']) || !isObject(revision.root['x-svc-versioning'])) return null;
  if (operation.apiVersion !== null || readLifecycle(operation.node).deprecated) return null;
  const partner = operations.added.find(
    (other) =>
      other.apiVersion !== null &&
      other.method === operation.method &&
      other.path !== operation.path &&
      shapeOf(withoutVersion(other.path, other.apiVersion)) === shapeOf(operation.path),
  );
  return partner?.apiVersion ?? null;
}

export const addedOperationsRule: DocumentRule = {
  name: 'added-operations',
  compare: ({ operations }) =>
    operations.added.map((operation) => ({
      id: 'endpoint-added',
      tokens: operation.tokens,
      message: 'the operation is new',
      operation,
    })),
};

export const webhooksRule: DocumentRule = {
  name: 'webhooks',
  compare: ({ base, revision }) => {
    const [from, to] = [listWebhooks(base), listWebhooks(revision)];
    const removed = [...from].filter(([name]) => !to.has(name));
    const added = [...to].filter(([name]) => !from.has(name));
    return [
      ...removed.map(([name, tokens]) => ({
        id: 'webhook-removed' as const,
        tokens,
        message: `the webhook ${name} was removed`,
      })),
      ...added.map(([name, tokens]) => ({
        id: 'webhook-added' as const,
        tokens,
        message: `the webhook ${name} is new`,
      })),
    ];
  },
};

function listWebhooks(document: OpenDocument): ReadonlyMap<string, readonly string[]> {
  const webhooks = objectAt(document.root['webhooks']);
  return new Map(
    sortedKeys(webhooks)
      .flatMap((name) => listPathOperations(document, webhooks[name], ['webhooks', name]))
      .map(({ method, path, tokens }) => [`"${path}" (${method})`, tokens] as const),
  );
}
