import fc from 'fast-check';
import { type Json, objectAt } from '../json/json.js';
import type { Drawn } from '../jsonschema/values/drawn.js';
import { plainText } from '../openapi/operations/write-parameter.js';
import { needsNoCredentials } from '../openapi/operations/security-requirements.js';
import type { Case } from './case.js';
import { type PromisedApi, type PromisedOperation, unnamedVersion, versionOf } from './promised-api.js';
import type { RequestPart } from './request-parts.js';
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

/** Requests about what the service holds: one for something that should not be there, and a write that is sent twice. */
export function stateProbes(
  { method }: PromisedOperation,
  parts: readonly RequestPart[],
  input: RequestInput | null,
  seed: number,
): readonly Planned[] {
  if (!input) return [];
  const unknown = parts.flatMap(({ parameter, drawn, unseeded }) => {
    const value = parameter?.carrier === 'path' && unseeded ? strangest(unseeded, drawn.covering, seed) : undefined;
    return value === undefined ? [] : [[parameter!.key, value] as const];
  });
  const parameters = { ...input.parameters, ...Object.fromEntries(unknown) };
  return [
    ...(unknown.length > 0 ? [{ kind: 'unknown-name' as const, input: { ...input, parameters } }] : []),
    ...(safeMethods.has(method) ? [] : [{ kind: 'again' as const, input }]),
  ];
}

/** The longest of some values that no seed names: the least likely to exist. */
function strangest({ covering, any }: Drawn, seeded: readonly Json[], seed: number): Json | undefined {
  return [...covering, ...fc.sample(any, { numRuns: 20, seed })]
    .filter((value) => !seeded.some((one) => plainText(one) === plainText(value)))
    .toSorted((a, b) => plainText(b).length - plainText(a).length)[0];
}

const hasOwnHead = ({ document, path }: PromisedOperation) =>
  objectAt(objectAt(document.root['paths'])[path])['head'] !== undefined;
