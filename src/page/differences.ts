import { compareVersionDocuments, withoutVersionParameter } from '../contract/compare/compare-versions-of-api.js';
import { checks } from '../contract/diff/checks.js';
import type { Finding } from '../contract/diff/finding.js';
import { withoutLifecycleHeaders } from '../contract/lock/mark-lifecycle.js';
import { alignOperations } from '../contract/diff/operation/align-operations.js';
import { type JsonObject, objectAt } from '../json/json.js';
import { pointerTo, tokensOf } from '../json/pointer.js';
import type { VersioningScheme } from '../routing/versioning/versioning-type.js';
import type { Reading, ReadOperation } from './read-document.js';

/** How an operation differs from the same operation of the version before. */
export type Difference = 'new' | 'changed' | 'gone';

/** What differs at a place of an operation, in words. */
export interface Mark {
  readonly difference: Difference;
  readonly messages: readonly string[];
}

/** What differs in one operation, by JSON pointer into its document. */
export interface OperationDifferences {
  readonly findings: readonly Finding[];
  readonly base: ReadOperation;
  /** Parts that the operation has. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Parts that it no longer has, by the pointer of the list that had them: `…/schema/properties`. */
  readonly gone: ReadonlyMap<string, readonly { readonly name: string; readonly message: string }[]>;
}

/** Two versions that follow one another. */
export interface Step {
  readonly from: Reading;
  readonly to: Reading;
  /** The parameter that names the version. */
  readonly parameter: VersioningScheme['parameter'] | undefined;
  /** Today: YYYY-MM-DD. */
  readonly asOf: string;
}

export interface StepOperations {
  /** The operation of the version before, for each that both have. */
  readonly partners: ReadonlyMap<ReadOperation, ReadOperation>;
  readonly added: ReadonlySet<ReadOperation>;
  readonly removed: readonly ReadOperation[];
}

const aligned = new WeakMap<Reading, WeakMap<Reading, StepOperations>>();

/** Which operations two versions share, once per pair. */
export function alignReadings({ from, to }: Pick<Step, 'from' | 'to'>): StepOperations {
  let known = aligned.get(to);
  if (!known) aligned.set(to, (known = new WeakMap()));
  let operations = known.get(from);
  if (!operations) known.set(from, (operations = align(from, to)));
  return operations;
}

function align(from: Reading, to: Reading): StepOperations {
  const { common, added, removed } = alignOperations(
    [...from.operations.values()],
    [...to.operations.values()],
    'unversioned path',
  );
  return {
    partners: new Map(common.map(({ base, revision }) => [revision as ReadOperation, base as ReadOperation])),
    added: new Set(added as readonly ReadOperation[]),
    removed: removed as readonly ReadOperation[],
  };
}

const compared = new WeakMap<ReadOperation, OperationDifferences>();

/** What is different in an operation since the version before, once; null where that one does not have it. Compares nothing else. */
export function differencesOf(operation: ReadOperation, step: Step): OperationDifferences | null {
  const known = compared.get(operation);
  if (known) return known;
  const differences = compareWithBefore(operation, step);
  if (differences) compared.set(operation, differences);
  return differences;
}

function compareWithBefore(operation: ReadOperation, step: Step): OperationDifferences | null {
  const base = alignReadings(step).partners.get(operation);
  if (!base) return null;
  const documents = [base, operation].map((one) => withoutVersionParameter(onlyOperation(one), step.parameter));
  const found = compareVersionDocuments(documents[0]!, documents[1]!, { asOf: step.asOf });
  const findings = found.filter(({ method }) => method !== null);
  return { findings, base, ...placeFindings(findings, base, operation) };
}

const verbs = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** The document with one operation, without what a deprecation adds to its answers. */
function onlyOperation({ document: { root }, node, deprecated, path, tokens }: ReadOperation): JsonObject {
  const item = objectAt(objectAt(root['paths'])[path]);
  const [, , ...rest] = tokens;
  const shared = Object.entries(item).filter(([key]) => !verbs.has(key) && key !== 'additionalOperations');
  const own = deprecated ? withoutLifecycleHeaders(node) : node;
  const method = rest.length === 1 ? { [rest[0]!]: own } : { additionalOperations: { [rest[1]!]: own } };
  return { ...root, paths: { [path]: { ...Object.fromEntries(shared), ...method } }, webhooks: {} };
}

function placeFindings(findings: readonly Finding[], base: ReadOperation, operation: ReadOperation) {
  const marks = new Map<string, { difference: Difference; messages: string[] }>();
  const gone = new Map<string, { name: string; message: string }[]>();
  const own = pointerTo(operation.tokens);
  for (const { id, pointer, message } of findings) {
    const { kind, action } = checks[id];
    const tokens = tokensOf(pointer);
    if (kind === 'existence' && action === 'remove') {
      const place = partOf(tokens).slice(base.tokens.length);
      const owner = pointerTo([...operation.tokens, ...place.slice(0, -1)]);
      const parameter = base.parameters.find((one) => pointerTo(one.tokens) === pointer);
      gone.set(owner, [...(gone.get(owner) ?? []), { name: parameter?.name ?? place.at(-1) ?? '', message }]);
      continue;
    }
    const place = pointerTo(partOf(tokens));
    if (place === own) continue;
    const difference = kind === 'existence' && place === pointer ? 'new' : 'changed';
    const mark = marks.get(place);
    if (!mark) marks.set(place, { difference, messages: [message] });
    else mark.messages.push(message);
  }
  return { marks, gone };
}

/** Members of which each name is a part of its own. */
const collections = new Set([
  'properties',
  'responses',
  'content',
  'headers',
  'parameters',
  'patternProperties',
  'oneOf',
  'anyOf',
  'allOf',
  'prefixItems',
]);
const parts = new Set(['schema', 'items', 'additionalProperties', 'requestBody', 'not']);

/** The tokens of the part of an operation that a pointer leads into: up to its last schema, parameter, header, media type or response. */
function partOf(tokens: readonly string[]): readonly string[] {
  let end = 3;
  for (let index = 3; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (collections.has(token) && index + 1 < tokens.length) end = ++index + 1;
    else if (parts.has(token)) end = index + 1;
    else break;
  }
  return tokens.slice(0, end);
}
