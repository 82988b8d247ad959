import { letterMark, lockedLifecycle } from '../../openapi/lifecycle-marks.js';
import type { Level } from '../../report/level.js';
import type { DeclaredChange } from '../../routing/changes/declared-changes.js';
import type { ListedRoute } from '../../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { defaultVersions, releaseDays } from '../../routing/versioning/versions.js';
import { isObject, objectAt, type Json, type JsonObject } from '../../json/json.js';

/** What locks record besides the documents of an API. */
export interface MarkSettings {
  readonly routes: readonly ListedRoute[];
  readonly versioning: VersioningOptions | undefined;
  /** What each version changed, where versions declare it. */
  readonly changes?: ReadonlyMap<string, readonly DeclaredChange[]>;
  /** Days. */
  readonly minNotice: number;
  /** Whether a removal needs evidence. */
  readonly evidence: boolean;
  /** The level of what breaks by the letter alone. */
  readonly byTheLetter?: Level | undefined;
}

/** Adds what OpenAPI cannot express: the versioning, the notice, when the version was released and what it changed, and the version, deprecation and sunset dates of each operation. */
export function markLifecycle(
  document: JsonObject,
  version: string | null,
  { routes, versioning, changes, minNotice, evidence, byTheLetter }: MarkSettings,
): JsonObject {
  const served = new Map(
    routes
      .filter((route) => route.version === null || route.version === version)
      .toSorted((a, b) => Number(a.version !== null) - Number(b.version !== null))
      .map((route) => [`${route.method} ${route.path}`, route]),
  );
  const released = releaseDays(versioning)(version);
  const paths = Object.fromEntries(
    Object.entries(objectAt(document['paths'])).map(([path, item]) => [path, markPath(objectAt(item), path, served)]),
  );
  return {
    ...document,
    paths,
    'x-svc-lock': 1,
    ...(version !== null && { 'x-svc-api-version': version }),
    ...(released !== null && released !== version && { 'x-svc-released': released }),
    ...(versioning && { 'x-svc-versioning': describeVersioning(versioning) }),
    ...(minNotice > 0 && { 'x-svc-min-notice': minNotice }),
    ...(evidence && { 'x-svc-evidence': true }),
    ...(byTheLetter && { [letterMark]: byTheLetter }),
    ...markChanges((version !== null && changes?.get(version)) || []),
  };
}

function markChanges(changes: readonly DeclaredChange[]): JsonObject {
  if (changes.length === 0) return {};
  return {
    'x-svc-changes': changes.map(({ id, title, description, operations }) => ({
      id,
      title,
      ...(description !== null && { description }),
      operations: [...operations],
    })),
  };
}

function markPath(item: JsonObject, path: string, served: ReadonlyMap<string, ListedRoute>): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      const route = served.get(`${method.toUpperCase()} ${path}`);
      return [
        method,
        route && isObject(operation)
          ? { ...(route.deprecation ? withoutLifecycleHeaders(operation) : operation), ...marksOf(route) }
          : operation,
      ];
    }),
  );
}

function marksOf({ version, deprecation }: ListedRoute): JsonObject {
  return {
    ...(version !== null && { 'x-svc-version': version }),
    ...(deprecation && lockedLifecycle(deprecation)),
  };
}

/** A deprecated operation without the headers that repeat its dates, which come and go with its deprecation. */
export function withoutLifecycleHeaders(operation: JsonObject): JsonObject {
  const isLifecycle = (name: string, header: Json | undefined) =>
    ['Deprecation', 'Sunset'].includes(name) ||
    (name === 'Link' && /rel="deprecation"/.test(String(objectAt(header)['example'])));
  const strip = ({ headers, ...response }: JsonObject): JsonObject => {
    const kept = Object.entries(objectAt(headers)).filter(([name, header]) => !isLifecycle(name, header));
    return kept.length === 0 ? response : { ...response, headers: Object.fromEntries(kept) };
  };
  return {
    ...operation,
    responses: Object.fromEntries(
      Object.entries(objectAt(operation['responses'])).map(([status, response]) => [status, strip(objectAt(response))]),
    ),
  };
}

function describeVersioning(versioning: VersioningOptions): Json {
  const versions = defaultVersions(versioning);
  return {
    ...versioningScheme(versioning)?.settings,
    ...(versions.length > 0 && { defaultVersion: versions }),
  };
}
