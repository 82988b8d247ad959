import {
  diffDocuments,
  type DiffOptions,
  diffOperations,
  diffPlaces,
  type OperationDiff,
} from '../../diff/diff-documents.js';
import type { Finding } from '../../diff/finding.js';
import { isObject, listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { lockedScheme } from '../lock/locked-scheme.js';
import type { VersioningScheme } from '../../routing/versioning/versioning-type.js';

/** The differences for a client that moves to another version, each at every place; operations match by their paths without the version. */
export function compareVersionsOfApi(
  base: ContractLock,
  revision: ContractLock,
  options: DiffOptions,
): readonly Finding[] {
  const [from, to] = [asCompared(base), asCompared(revision)];
  return compareVersionDocuments(from.document, to.document, { ...options, apiVersion: revision.version });
}

/** The same differences, each once with the places that it reaches. */
export function listChangesOfApi(base: ContractLock, revision: ContractLock, options: DiffOptions): readonly Finding[] {
  return diffDocuments(asCompared(base).document, asCompared(revision).document, {
    ...betweenVersions(options),
    apiVersion: revision.version,
  });
}

/** The contract that pointers of differences between versions lead into. */
export const asCompared = ({ version, document }: ContractLock): ContractLock => ({
  version,
  document: withoutVersionParameter(document, lockedScheme(document)?.parameter),
});

/** The differences between the documents of two versions at every place, without the parameters that name the version. */
export function compareVersionDocuments(
  base: JsonObject,
  revision: JsonObject,
  options: DiffOptions,
): readonly Finding[] {
  return diffPlaces(base, revision, betweenVersions(options));
}

/** Opens the documents of two versions, without the parameters that name the version, to compare their operations one at a time. */
export function openVersionDocuments(base: JsonObject, revision: JsonObject, options: DiffOptions): OperationDiff {
  return diffOperations(base, revision, betweenVersions(options));
}

const betweenVersions = (options: DiffOptions): DiffOptions => ({
  ...options,
  alignment: 'unversioned path',
  minNotice: null,
  withoutFamilies: new Set(['component-schemas']),
});

/** The parameter that names the version differs between versions by its nature. */
export function withoutVersionParameter(
  document: JsonObject,
  named: VersioningScheme['parameter'] | undefined,
): JsonObject {
  if (!named) return document;
  const isVersionParameter = (parameter: Json) =>
    textAt(objectAt(parameter)['in']) === named.in &&
    textAt(objectAt(parameter)['name'])?.toLowerCase() === named.name.toLowerCase();
  const mapValues = (value: JsonObject, change: (member: JsonObject) => JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, isObject(member) ? change(member) : member]));
  const strip = (operation: JsonObject) => ({
    ...operation,
    ...(operation['parameters'] !== undefined && {
      parameters: listAt(operation['parameters']).filter((parameter) => !isVersionParameter(parameter)),
    }),
  });
  return { ...document, paths: mapValues(objectAt(document['paths']), (item) => mapValues(item, strip)) };
}
