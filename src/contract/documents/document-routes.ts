import type { ListedRoute } from '../../routing/table/route.js';
import { isOpen } from '../../routing/declare/security.js';
import { pathShape } from '../../routing/table/path.js';
import { compareRoutes } from '../../routing/table/route.js';
import {
  pathVersioning,
  versioningByParameter,
  type VersioningOptions,
  versioningScheme,
} from '../../routing/versioning/versioning.js';
import { listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { type OperationLifecycle, readLifecycle, readOperationLifecycle } from '../../openapi/lifecycle-marks.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { Source } from '../../report/boot-problem.js';
import type { Access } from '../../routing/declare/route-facts.js';
import type { Deprecation } from '../../changes/deprecation.js';
import { bringTogether } from '../../report/group-results.js';

/** An operation of a document, and where the document declares it. */
export interface DocumentedOperation {
  readonly operation: Operation;
  /** Of its document; null for an API without versions. */
  readonly version: string | null;
  /** Of the whole version. */
  readonly deprecation: Deprecation | null;
  readonly source: Source | null;
}

/**
 * The operations of documents as routes. One that every version has in the same way, and that does not name a version as the others do, is
 * served whatever version a request names.
 */
export function documentRoutes(
  operations: readonly DocumentedOperation[],
  versioning: VersioningOptions | undefined,
): readonly ListedRoute[] {
  const versions = new Set(operations.map(({ version }) => version));
  const unnamed = operations.filter((documented) => !namesVersion(documented, operations, versioning));
  const shared = bringTogether(unnamed, ({ operation: { node, method, path } }) => [
    method,
    pathShape(path),
    readLifecycle(node),
  ]).filter((group) => group.length === versions.size);
  const own = operations.filter((documented) => !shared.some((group) => group.includes(documented)));
  const neutral = shared.map((group) => ({
    ...routeOf({ ...group.at(-1)!, version: null, deprecation: null }),
    neutral: true,
  }));
  return Object.freeze([...own.map(routeOf), ...neutral.map((route) => Object.freeze(route))].sort(compareRoutes));
}

/** The versioning that operations show: each version has some with its path segment, or with a parameter that takes nothing else. */
export function versioningOfOperations(operations: readonly DocumentedOperation[]): VersioningOptions | undefined {
  const versions = [...new Set(operations.map(({ version }) => version))];
  const isShown = (shows: (one: DocumentedOperation) => boolean) =>
    versions.length > 0 &&
    versions.every((version) => version !== null && operations.some((one) => one.version === version && shows(one)));
  if (isShown((one) => hasSegment(one, pathVersioning))) return pathVersioning;
  const parameter = operations
    .flatMap(versionParameters)
    .find(({ key }) => isShown((one) => versionParameters(one).some((other) => other.key === key)));
  return parameter && versioningByParameter(parameter.carrier, parameter.name);
}

/** The parameters of an operation that take the version of its document and nothing else. */
function versionParameters({ operation: { parameters, document }, version }: DocumentedOperation) {
  return parameters.filter(({ schema }) => {
    const { const: value, enum: values } = document.resolve(schema);
    const [only, ...others] = value === undefined ? listAt(values) : [value];
    return only !== undefined && others.length === 0 && String(only) === version;
  });
}

function namesVersion(
  documented: DocumentedOperation,
  all: readonly DocumentedOperation[],
  versioning: VersioningOptions | undefined,
): boolean {
  const { version, operation } = documented;
  if (version === null) return true;
  if (operation.document.root['x-svc-lock'] !== undefined) return operation.node['x-svc-version'] !== undefined;
  const scheme = versioningScheme(versioning);
  if (!scheme) return true;
  if (scheme.segment(version) !== '') return hasSegment(documented, versioning);
  const { parameter } = scheme;
  const declares = ({ operation: { parameters } }: DocumentedOperation) =>
    parameters.some(
      ({ name, carrier }) => carrier === parameter?.in && name.toLowerCase() === parameter.name.toLowerCase(),
    );
  return declares(documented) || !all.some((one) => one.version === version && declares(one));
}

function hasSegment({ version, operation }: DocumentedOperation, versioning: VersioningOptions | undefined): boolean {
  const segment = version === null ? '' : (versioningScheme(versioning)?.segment(version) ?? '');
  return segment !== '' && operation.path.split('/').includes(segment);
}

function routeOf({ operation, version, deprecation, source }: DocumentedOperation): ListedRoute {
  const { node, method, path, operationId, document } = operation;
  const security = securityOf(node['security'] ?? document.root['security']);
  const lifecycle = readOperationLifecycle(node, document.resolve);
  return Object.freeze<ListedRoute>({
    method,
    path,
    version,
    neutral: false,
    handler: null,
    operationId,
    tags: listAt(node['tags']).flatMap((tag) => textAt(tag) ?? []),
    changes: [],
    access: accessOf(node, security),
    security,
    guards: [],
    deprecation: deprecationOf(lifecycle, deprecation),
    doc: lifecycle.deprecated ? { deprecated: true } : {},
    hidden: false,
    listed: true,
    source,
  });
}

/** The alternatives of credentials; null where nothing is declared. */
function securityOf(written: Json | undefined): ListedRoute['security'] {
  if (!Array.isArray(written)) return null;
  return listAt(written).map((needs) =>
    Object.fromEntries(
      Object.entries(objectAt(needs)).map(([name, scopes]) => [
        name,
        listAt(scopes).flatMap((scope) => textAt(scope) ?? []),
      ]),
    ),
  );
}

function accessOf(node: JsonObject, security: ListedRoute['security']): Access {
  const roles = listAt(node['x-required-roles']).flatMap((role) => textAt(role) ?? []);
  if (roles.length > 0) return { kind: 'roles', roles };
  if (security === null) return { kind: 'default' };
  return { kind: security.length > 0 && !security.some(isOpen) ? 'authenticated' : 'public' };
}

/** The dates of an operation, completed by those of its version; null for one that is not deprecated, or without any. */
function deprecationOf(own: OperationLifecycle, whole: Deprecation | null): ListedRoute['deprecation'] {
  if (!own.deprecated) return whole;
  const brownouts = own.brownouts.length > 0 ? own.brownouts : whole?.brownouts;
  const dates = {
    since: own.since?.iso ?? whole?.since ?? null,
    sunset: own.sunset?.iso ?? whole?.sunset ?? null,
    link: own.link ?? whole?.link ?? null,
  };
  if (dates.since === null && dates.sunset === null && dates.link === null && !brownouts) return null;
  return Object.freeze({ ...dates, ...(brownouts && { brownouts }) });
}
