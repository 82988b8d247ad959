import { isObject, listAt, textAt, type JsonObject } from '../../../json/json.js';
import { documentFamily, type DocumentPair } from '../../family.js';
import { readLifecycle } from '../../../openapi/lifecycle-marks.js';
import { shapeOf, withoutVersion } from '../../../openapi/operations/align-operations.js';
import type { Operation } from '../../../openapi/operations/operation-pair.js';

export const apiVersioning = documentFamily({
  name: 'api-versioning',
  checks: {
    'api-default-version-added': ['info', 'none', 'versioning', 'versioning', 'add'],
    'api-default-version-changed': ['error', 'none', 'versioning', 'versioning', 'change'],
    'api-route-became-version-neutral': ['info', 'none', 'versioning', 'versioning', 'change'],
    'api-route-became-version-specific': ['error', 'none', 'versioning', 'versioning', 'change'],
    'api-version-header-renamed': ['error', 'none', 'versioning', 'versioning', 'change'],
    'api-version-key-renamed': ['error', 'none', 'versioning', 'versioning', 'change'],
    'api-version-parameter-renamed': ['error', 'none', 'versioning', 'versioning', 'change'],
    'api-versioning-type-changed': ['error', 'none', 'versioning', 'versioning', 'change'],
  },
  compare: (pair) => {
    const [from, to] = [pair.base.root['x-svc-versioning'], pair.revision.root['x-svc-versioning']];
    if (!isObject(from) || !isObject(to)) return [];
    return [...compareVersioning(from, to), ...compareRoutes(pair)];
  },
});

function compareVersioning(from: JsonObject, to: JsonObject) {
  if (from['type'] === to['type'])
    return [...compareNames(from, to), ...compareDefaults(readVersions(from), readVersions(to))];
  return [
    {
      id: 'api-versioning-type-changed' as const,
      tokens: ['x-svc-versioning', 'type'],
      message: `the versioning type changed from ${show(from, 'type')} to ${show(to, 'type')}`,
    },
  ];
}

/** Where requests name their version, by the option that says it; the path segment shows in the paths. */
export const versionNames = {
  header: { id: 'api-version-header-renamed', place: 'the header', ignoresCase: true },
  key: { id: 'api-version-key-renamed', place: 'the media type parameter', ignoresCase: false },
  parameter: { id: 'api-version-parameter-renamed', place: 'the query parameter', ignoresCase: false },
} as const;

function compareNames(from: JsonObject, to: JsonObject) {
  return Object.entries(versionNames).flatMap(([option, { id, place, ignoresCase }]) => {
    const [before, after] = [show(from, option), show(to, option)];
    const isSame = ignoresCase ? before.toLowerCase() === after.toLowerCase() : before === after;
    if (isSame) return [];
    const message = `the version is now read from ${place} ${after} instead of ${before}`;
    return [{ id, tokens: ['x-svc-versioning', option], message }];
  });
}

function compareDefaults(from: readonly string[], to: readonly string[]) {
  if (from.join() === to.join()) return [];
  const tokens = ['x-svc-versioning', 'defaultVersion'];
  const words = (versions: readonly string[]) => (versions.length === 0 ? 'none' : versions.join(', '));
  const onlyMore = from.length > 0 && from.every((version, index) => to[index] === version);
  const change = `default versions changed from ${words(from)} to ${words(to)}`;
  if (onlyMore) return [{ id: 'api-default-version-added' as const, tokens, message: change }];
  const first = `a request without a version now gets ${words(to.slice(0, 1))} instead of ${words(from.slice(0, 1))}`;
  return [{ id: 'api-default-version-changed' as const, tokens, message: `${first} (${change})` }];
}

function readVersions(declared: JsonObject): readonly string[] {
  const versions = declared['defaultVersion'];
  if (versions === undefined || versions === null) return [];
  return (Array.isArray(versions) ? listAt(versions) : [versions]).map(String);
}

function show(declared: JsonObject, key: string): string {
  return textAt(declared[key]) ?? 'none';
}

function compareRoutes(pair: DocumentPair) {
  const { common, removed } = pair.operations;
  return [
    ...removed.flatMap((operation) => {
      const version = findVersionMovedTo(pair, operation);
      if (version === null) return [];
      return [
        {
          id: 'api-route-became-version-specific' as const,
          tokens: operation.tokens,
          operation,
          message: `the operation answered every version; it now answers only version ${version}, under another path`,
        },
      ];
    }),
    ...common.flatMap(({ base, revision }) => compareRoute(base, revision)),
  ];
}

function compareRoute(base: Operation, revision: Operation) {
  if ((base.apiVersion === null) === (revision.apiVersion === null)) return [];
  return [
    revision.apiVersion === null
      ? {
          id: 'api-route-became-version-neutral' as const,
          tokens: revision.tokens,
          message: `the operation answered only version ${base.apiVersion}; it now answers every version`,
          operation: revision,
        }
      : {
          id: 'api-route-became-version-specific' as const,
          tokens: [...revision.tokens, 'x-svc-version'],
          message: `the operation answered every version; it now answers only version ${revision.apiVersion}`,
          operation: revision,
        },
  ];
}

/** The version under whose path a removed route that had no version is found again, or null. */
export function findVersionMovedTo({ base, revision, operations }: DocumentPair, operation: Operation): string | null {
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
