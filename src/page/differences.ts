import { openVersionDocuments, withoutVersionParameter } from '../contract/compare/compare-versions-of-api.js';
import { checks } from '../diff/checks/checks.js';
import type { Finding } from '../diff/finding.js';
import { withoutLifecycleHeaders } from '../contract/lock/mark-lifecycle.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { alignOperations } from '../openapi/operations/align-operations.js';
import { type JsonObject, listAt, objectAt } from '../json/json.js';
import { pointerTo, tokensOf } from '../json/pointer.js';
import type { SchemaKeyword } from '../jsonschema/keywords.js';
import { holdingOf } from '../jsonschema/walk-keywords.js';
import type { VersioningScheme } from '../routing/versioning/versioning-type.js';
import { groupBy } from '../text/group-by.js';
import { previewField } from '../text/preview-field.js';
import type { PageDocument, ReadOperation } from './read-document.js';
import { predicateOf } from './difference-words.js';
import { nameOperation } from '../report/result.js';

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
  /** What moved to it: its own partner first. */
  readonly movedFrom: readonly ReadOperation[];
  /** Parts that the operation has. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Parts that it no longer has, by the pointer of the list that had them: `…/schema/properties`. */
  readonly gone: ReadonlyMap<string, readonly { readonly name: string; readonly message: string }[]>;
}

/** The differences at the parts of an operation. */
export type PlacedDifferences = Pick<OperationDifferences, 'marks' | 'gone'>;

/** Two versions that follow one another. */
export interface VersionStep {
  readonly from: PageDocument;
  readonly to: PageDocument;
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
  /** The operations of the version before that moved to each. */
  readonly moved: ReadonlyMap<ReadOperation, readonly ReadOperation[]>;
}

/** Two versions: the operations that they share, and the comparisons of those that were looked at. */
interface Comparison {
  readonly asOf: string;
  readonly operations: StepOperations;
  readonly findingsOf: (operation: ReadOperation) => readonly Finding[];
  readonly known: Map<ReadOperation, OperationDifferences | null>;
}

const comparisons = new WeakMap<PageDocument, WeakMap<PageDocument, Comparison>>();

/** Opens the comparison of two versions, once a day. */
function comparisonOf(step: VersionStep): Comparison {
  let known = comparisons.get(step.to);
  if (!known) comparisons.set(step.to, (known = new WeakMap()));
  let comparison = known.get(step.from);
  if (comparison?.asOf !== step.asOf) known.set(step.from, (comparison = openStep(step)));
  return comparison;
}

function openStep({ from, to, parameter, asOf }: VersionStep): Comparison {
  let diffs: ReadonlyMap<string, () => readonly Finding[]> | null = null;
  const open = () => {
    const [base, revision] = [from, to].map((reading) => comparable(reading, parameter));
    const { operations, findingsOf } = openVersionDocuments(base!, revision!, { asOf });
    return new Map(operations.common.map((pair) => [nameOperation(pair.revision), () => findingsOf(pair)]));
  };
  return {
    asOf,
    operations: align(from, to),
    findingsOf: (operation) => (diffs ??= open()).get(nameOperation(operation))?.() ?? [],
    known: new Map(),
  };
}

/** The document without the parameters that name the version and previews, and without what a deprecation adds to answers. */
function comparable({ document: { root }, operations }: PageDocument, parameter: VersionStep['parameter']): JsonObject {
  const paths = { ...objectAt(root['paths']) };
  for (const { deprecated, previews, node, path, tokens } of operations.values()) {
    if (!deprecated && previews.length === 0) continue;
    const item = objectAt(paths[path]);
    const plain = previews.length === 0 ? node : withoutPreviews(node);
    const own = deprecated ? withoutLifecycleHeaders(plain) : plain;
    const [, , member, name] = tokens;
    paths[path] =
      name === undefined
        ? { ...item, [member!]: own }
        : { ...item, [member!]: { ...objectAt(item[member!]), [name]: own } };
  }
  return withoutVersionParameter({ ...root, paths, webhooks: {} }, parameter);
}

/** An operation as if no preview were on: the page says elsewhere which are. */
function withoutPreviews({ 'x-preview': _, 'x-stability-level': _level, ...operation }: JsonObject): JsonObject {
  const parameters = listAt(operation['parameters']).filter((one) => objectAt(one)['name'] !== previewField);
  return { ...operation, parameters };
}

/** Which operations two versions share, once per pair. */
export function alignVersions(step: VersionStep): StepOperations {
  return comparisonOf(step).operations;
}

function align(from: PageDocument, to: PageDocument): StepOperations {
  const { common, added, removed, moved } = alignOperations(
    [...from.operations.values()],
    [...to.operations.values()],
    'unversioned path',
  );
  return {
    partners: new Map(common.map(({ base, revision }) => [revision as ReadOperation, base as ReadOperation])),
    added: new Set(added as readonly ReadOperation[]),
    removed: removed as readonly ReadOperation[],
    moved: new Map(
      [...groupBy(moved, ({ revision }) => revision)].map(([revision, pairs]) => [
        revision as ReadOperation,
        pairs.map(({ base }) => base as ReadOperation),
      ]),
    ),
  };
}

/**
 * What is different in an operation since the version before, once; null where that one does not have it. Of the schemas, only those that
 * the operation uses and no earlier one did are compared.
 */
export function differencesOf(operation: ReadOperation, step: VersionStep): OperationDifferences | null {
  const { operations, findingsOf, known } = comparisonOf(step);
  let differences = known.get(operation);
  if (differences !== undefined) return differences;
  const base = operations.partners.get(operation);
  if (base) {
    const findings = findingsOf(operation);
    differences = {
      findings,
      base,
      movedFrom: operations.moved.get(operation) ?? [],
      ...placeFindings(findings, base, operation),
    };
  } else differences = null;
  known.set(operation, differences);
  return differences;
}

/** Where the page shows findings in an operation: at a part that it has, or in a list that lost one. */
export function placeFindings(findings: readonly Finding[], base: Operation, operation: Operation) {
  const marks = new Map<string, { difference: Difference; messages: string[] }>();
  const gone = new Map<string, { name: string; message: string }[]>();
  const own = pointerTo(operation.tokens);
  for (const finding of findings) {
    const { id, pointer } = finding;
    const message = predicateOf(finding);
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

/** The keywords whose schemas have a line of their own on the page. */
const shown: Readonly<Record<SchemaKeyword, boolean>> = {
  properties: true,
  patternProperties: true,
  additionalProperties: true,
  items: true,
  prefixItems: true,
  allOf: true,
  anyOf: true,
  oneOf: true,
  not: false,
  if: false,
  then: false,
  else: false,
  dependentSchemas: false,
  dependencies: false,
  unevaluatedProperties: false,
  propertyNames: false,
  unevaluatedItems: false,
  additionalItems: false,
  contains: false,
  contentSchema: false,
  $defs: false,
  definitions: false,
};
const openedKeywords = new Set(Object.entries(shown).flatMap(([keyword, isShown]) => (isShown ? [keyword] : [])));

/** Members of an operation that hold a part for each name, and those that are one part. */
const collections = new Set(['responses', 'content', 'headers', 'parameters']);
const parts = new Set(['schema', 'requestBody']);

/** The tokens of the part of an operation that a pointer leads into: up to its last schema, parameter, header, media type or response. */
function partOf(tokens: readonly string[]): readonly string[] {
  let end = 3;
  for (let index = 3; index < tokens.length; index++) {
    const token = tokens[index]!;
    const isOpened = openedKeywords.has(token);
    const isOne = parts.has(token) || (isOpened && holdingOf(token) === 'schema');
    if (isOne) end = index + 1;
    else if ((isOpened || collections.has(token)) && index + 1 < tokens.length) end = ++index + 1;
    else break;
  }
  return tokens.slice(0, end);
}
