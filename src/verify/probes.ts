import { objectAt } from '../json/json.js';
import { needsNoCredentials } from '../openapi/operations/security-requirements.js';
import type { Case } from './case.js';
import { type PromisedApi, type PromisedOperation, unnamedVersion, versionOf } from './promised-api.js';
import type { RequestInput } from './write-request.js';

/** A request of a plan, before it is known which operation it belongs to. */
export type Planned = Omit<Case, 'operation'>;

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const unknownVersions = ['0', '9999'];

/** Requests that name a version which does not exist, or none. */
export function versionProbes(
  api: PromisedApi,
  operation: PromisedOperation,
  input: RequestInput | null,
): readonly Planned[] {
  const { of } = operation;
  const version = versionOf(operation);
  const isFirst = api.family(operation)[0] === operation;
  if (version === null || !of.scheme || !input || !safeMethods.has(operation.method)) return [];
  const unknown = isFirst ? unknownVersions.filter((name) => !api.versions.some((one) => one.version === name)) : [];
  return [
    ...unknown.map((named) => ({ kind: 'unknown-version' as const, input, named })),
    ...(of.scheme.sharesPaths && answersUnnamed(api, operation) ? [{ kind: 'no-version' as const, input }] : []),
  ];
}

/** One probe for an address: in its default version, else in its first. */
function answersUnnamed(api: PromisedApi, operation: PromisedOperation): boolean {
  const unnamed = unnamedVersion(api, operation);
  if (unnamed !== null) return operation.of.version === unnamed;
  return api.family(operation)[0] === operation;
}

/** Requests about the address as a whole: HEAD, OPTIONS, and one without credentials. */
export function generalProbes(
  api: PromisedApi,
  operation: PromisedOperation,
  input: RequestInput | null,
): readonly Planned[] {
  const isFirstOfPath = api.atPath(operation)[0] === operation;
  return [
    ...(input && operation.method === 'GET' && !hasOwnHead(operation) ? [{ kind: 'head' as const, input }] : []),
    ...(isFirstOfPath && (input || !operation.path.includes('{'))
      ? [{ kind: 'options' as const, input: input ?? { parameters: {} } }]
      : []),
    ...(input && safeMethods.has(operation.method) && !needsNoCredentials(operation.security)
      ? [{ kind: 'no-credentials' as const, input }]
      : []),
  ];
}

const hasOwnHead = ({ document, path }: PromisedOperation) =>
  objectAt(objectAt(document.root['paths'])[path])['head'] !== undefined;
