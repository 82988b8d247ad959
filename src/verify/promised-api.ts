import { type Json, type JsonObject, objectAt } from '../json/json.js';
import { type OperationLifecycle, readOperationLifecycle } from '../openapi/lifecycle-marks.js';
import type { VersioningScheme } from '../routing/versioning/versioning-type.js';
import { createValidator, type Validate } from '../jsonschema/containment/validator.js';
import type { SchemaSource } from '../jsonschema/containment/schema-source.js';
import { shapeOf } from '../openapi/operations/align-operations.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import { governor } from '../openapi/operations/match-responses.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { requirementsOf } from '../openapi/operations/ways-in.js';
import { schemaSource } from '../openapi/schema-source.js';
import { readServers } from '../openapi/operations/read-servers.js';
import type { Requirement } from '../openapi/operations/security-requirements.js';
import { type OpenDocument, openDocument } from '../openapi/open-document.js';
import { openSchemas, type OpenSchemas } from '../jsonschema/values/open-schemas.js';
import type { ContractLock } from '../contract/lock/contract-lock.js';
import { lockedScheme } from '../contract/lock/locked-scheme.js';

/** What one version of an API has promised, open for reading. */
export interface PromisedVersion {
  readonly version: string | null;
  readonly document: OpenDocument;
  /** How a request names the version; null where the address says it, or nothing does. */
  readonly scheme: VersioningScheme | null;
  /** The versions that a request without one gets, the first that the address has. */
  readonly defaults: readonly string[];
  /** Written by `svc openapi lock`, so that the server behind it is svckit. */
  readonly isLock: boolean;
  /** As requests carry them. */
  readonly schemas: OpenSchemas;
  readonly source: SchemaSource;
  readonly validateRequest: Validate;
  readonly validateAnswer: Validate;
}

/** What answers an operation: svckit, an application that is mounted in it, one that it is around or in front of, or another server. */
export type OperationServer = 'svckit' | 'mounted' | 'relayed' | 'other';

/** One operation of one version. */
export interface PromisedOperation extends Operation {
  readonly of: PromisedVersion;
  /** Differs between versions, so that requests name theirs. */
  readonly isVersioned: boolean;
  readonly server: OperationServer;
  /** `GET /users/{id}` */
  readonly name: string;
  /** What stands in front of the path: that of the first server, without a slash at the end. */
  readonly base: string;
  readonly security: readonly Requirement[];
  readonly lifecycle: OperationLifecycle;
}

/** Everything that an API has promised. */
export interface PromisedApi {
  readonly versions: readonly PromisedVersion[];
  readonly operations: readonly PromisedOperation[];
  /** The same operation in every version that has it, as listed. */
  readonly family: (operation: PromisedOperation) => readonly PromisedOperation[];
  /** The same operation in the other versions. */
  readonly siblings: (operation: PromisedOperation) => readonly PromisedOperation[];
  /** The operations of the address in the same version, as listed. */
  readonly atPath: (operation: PromisedOperation) => readonly PromisedOperation[];
}

/** What is known of an API beside its contracts. */
export interface PromiseFacts {
  /** Stands in front of every path, instead of that of a document's server; empty for that. */
  readonly base: string;
  /** Whether svckit serves the API. */
  readonly isService: boolean;
  /** The names of operations that an application answers. */
  readonly applications: Readonly<Record<string, 'mounted' | 'relayed'>>;
}

/** Opens the contracts of an API. What every version shares counts once, in the newest. */
export function openPromise(locks: readonly ContractLock[], facts: PromiseFacts): PromisedApi {
  const versions = locks.map(openVersion);
  const listed = versions.flatMap((of) =>
    listOperations(of.document).map((operation) => promise(operation, of, facts)),
  );
  const shared = new Map(listed.filter(({ isVersioned }) => !isVersioned).map((one) => [one.name, one]));
  const operations = listed.filter((one) => one.isVersioned || shared.get(one.name) === one);
  const family = groupedBy(operations, familyOf);
  return {
    versions,
    operations,
    family,
    siblings: (operation) => family(operation).filter((one) => one !== operation),
    atPath: groupedBy(operations, ({ of, path }) => `${of.version ?? ''} ${path}`),
  };
}

/** Finds the operations with the key of one. */
function groupedBy(operations: readonly PromisedOperation[], keyOf: (operation: PromisedOperation) => string) {
  const groups = new Map<string, PromisedOperation[]>();
  for (const one of operations) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return (operation: PromisedOperation): readonly PromisedOperation[] => groups.get(keyOf(operation)) ?? [];
}

function openVersion({ version, document: root }: ContractLock): PromisedVersion {
  const document = openDocument(root);
  const source = schemaSource(document);
  return {
    version,
    document,
    scheme: lockedScheme(root),
    defaults: [objectAt(root['x-svc-versioning'])['defaultVersion'] ?? []].flat().map(String),
    isLock: root['x-svc-lock'] !== undefined,
    schemas: openSchemas(source, 'request'),
    source,
    validateRequest: createValidator(source, 'request'),
    validateAnswer: createValidator(source, 'response'),
  };
}

function promise(
  operation: Operation,
  of: PromisedVersion,
  { base, isService, applications }: PromiseFacts,
): PromisedOperation {
  const { method, path, node } = operation;
  const name = `${method} ${path}`;
  const isVersioned = of.isLock ? operation.apiVersion !== null : of.version !== null;
  return {
    ...operation,
    of,
    name,
    isVersioned,
    server: isService ? (applications[name] ?? 'svckit') : 'other',
    base: base || basePath(operation.servers ?? of.document.root['servers']),
    security: requirementsOf(operation),
    lifecycle: readOperationLifecycle(node, of.document.resolve),
  };
}

function basePath(servers: Json | undefined): string {
  const [first = '/'] = readServers(servers);
  const path = first.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path.includes('{') ? '' : path.replace(/\/+$/, '');
}

/** Equal for the versions of one operation. */
function familyOf({ method, path, of: { scheme, version } }: PromisedOperation): string {
  const segment = version === null ? '' : (scheme?.segment(version) ?? '');
  const rest = segment === '' ? path : path.replace(`/${segment}/`, '/');
  return `${method} ${shapeOf(rest)}`;
}

/** Whether an application refuses requests of an operation, for reasons and in words of its own. */
export const isOfApplication = ({ server }: PromisedOperation): boolean => server === 'mounted' || server === 'relayed';

/** The version that requests of an operation name; null where all versions share it. */
export function versionOf({ isVersioned, of: { version } }: PromisedOperation): string | null {
  return isVersioned ? version : null;
}

/** What an operation says about a status; null where it says nothing. */
export function responseFor(
  { node, document }: PromisedOperation,
  status: number,
): { readonly key: string; readonly response: JsonObject } | null {
  const responses = objectAt(node['responses']);
  const byName = new Map(Object.keys(responses).map((key) => [key === 'default' ? key : key.toUpperCase(), key]));
  const found = byName.get(governor(String(status), [...byName.keys()]) ?? '');
  return found === undefined ? null : { key: found, response: document.resolve(responses[found]) };
}

/** Whether an operation names a status itself, not by a range or `default`. */
export function declaresStatus({ node }: PromisedOperation, status: number): boolean {
  return objectAt(node['responses'])[String(status)] !== undefined;
}

/** The parameters that a request fills in: all but the one that names the version. */
export function ownParameters({ parameters, of: { scheme } }: PromisedOperation): PromisedOperation['parameters'] {
  const named = scheme?.parameter;
  if (!named) return parameters;
  return parameters.filter(
    ({ name, carrier }) => carrier !== named.in || name.toLowerCase() !== named.name.toLowerCase(),
  );
}

/** The version that an address answers a request without one; null where it refuses such a request. */
export function unnamedVersion(api: PromisedApi, operation: PromisedOperation): string | null {
  const family = api.family(operation);
  return operation.of.defaults.find((version) => family.some((one) => one.of.version === version)) ?? null;
}
