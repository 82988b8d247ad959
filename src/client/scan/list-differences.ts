import { withoutVersionParameter } from '../../contract/compare/compare-versions-of-api.js';
import { checks } from '../../diff/checks/checks.js';
import type { Finding, FindingPlace } from '../../diff/finding.js';
import { type OpenDocument, openDocument } from '../../openapi/open-document.js';
import { alignOperations } from '../../openapi/operations/align-operations.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import { findOrigin } from '../../openapi/references/find-origin.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { lockedScheme } from '../../contract/lock/locked-scheme.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { nameOperation } from '../../report/result.js';
import type { SchemaKeyword } from '../../jsonschema/keywords.js';
import { holdingOf } from '../../jsonschema/walk-keywords.js';
import { memberOf } from '../describe-types.js';
import type { ClientOperation, ClientVersion } from '../describe-version.js';

/** A difference, and what of the base's client it is about. */
export interface Difference {
  readonly finding: Finding;
  /** The operation of the base, `GET /orders`; null for what concerns the whole document. */
  readonly operation: string | null;
  /** The member of a type, `Order.lines.[].sku`, or the type or operation that holds what is new: `Order`. */
  readonly member: string;
  /** Whether the base has that member, so that code may name it. */
  readonly isNamed: boolean;
  readonly direction: 'request' | 'response' | 'none';
}

/** An operation of the base, and what the revision has instead. */
export interface MovedOperation {
  readonly base: ClientOperation;
  readonly revision: ClientOperation | null;
  /** Whether the revision says that it has another address. */
  readonly isMoved: boolean;
  /** What is new at its path or below, where the revision has it no longer: `POST /orders/{id}/cancellation`. */
  readonly near: readonly string[];
}

export interface Versions {
  readonly locks: readonly [base: ContractLock, revision: ContractLock];
  readonly base: ClientVersion;
  readonly revision: ClientVersion;
}

/** The operations of the base by `GET /orders`, as their client calls them. */
export function pairOperations({ locks, base, revision }: Versions): ReadonlyMap<string, MovedOperation> {
  const [from, to] = locks.map(({ document }) => listOperations(openDocument(document)));
  const alignment = locks[0].version === locks[1].version ? 'path' : 'unversioned path';
  const { common, moved } = alignOperations(from!, to!, alignment);
  const partners = new Map([...moved, ...common].map((pair) => [nameOperation(pair.base), pair.revision]));
  const moves = new Set(moved.map((pair) => nameOperation(pair.base)));
  const find = (method: string, path: string) =>
    revision.operations.find((one) => one.method === method && one.operation.path === path) ?? null;
  const pairs = base.operations.map((one) => {
    const partner = partners.get(nameOperation(one.operation));
    return { base: one, revision: partner ? find(partner.method, partner.path) : null };
  });
  const kept = new Set(pairs.map((pair) => pair.revision));
  const added = revision.operations.filter((one) => !kept.has(one));
  return new Map(
    pairs.map((pair) => {
      const near = added.filter(({ path }) => pair.revision === null && `${path}/`.startsWith(`${pair.base.path}/`));
      const names = near.map(nameOperation);
      const isMoved = moves.has(nameOperation(pair.base.operation));
      return [nameOperation(pair.base), { ...pair, near: names, isMoved }];
    }),
  );
}

/** What each finding is about, in the words of the base's client. A rename in several places is one difference per place. */
export function listDifferences(
  findings: readonly Finding[],
  versions: Versions,
  operations: ReadonlyMap<string, MovedOperation>,
): readonly Difference[] {
  const owners = new Map<string, ClientOperation>();
  for (const { base, revision } of operations.values()) {
    owners.set(nameOperation(base.operation), base);
    if (revision) owners.set(nameOperation(revision.operation), base);
  }
  const find = placeFinder(versions);
  return findings.flatMap((finding) => {
    const places = finding.places?.filter(({ id }) => checks[id].action === 'remove') ?? [finding];
    return places.map((place): Difference => {
      const owner = place.method === null ? undefined : owners.get(`${place.method} ${place.path}`);
      return {
        finding,
        operation: owner ? nameOperation(owner) : null,
        direction: checks[place.id].direction,
        ...(owner ? find(place, owner) : { member: '', isNamed: false }),
      };
    });
  });
}

type Place = Pick<Difference, 'member' | 'isNamed'>;

/** Finds where the types of the base have what a pointer of a finding leads to. */
function placeFinder({ locks, base }: Versions): (finding: FindingPlace, owner: ClientOperation) => Place {
  const [from, to] = locks.map(({ document }) =>
    openDocument(withoutVersionParameter(document, lockedScheme(document)?.parameter)),
  ) as [OpenDocument, OpenDocument];
  const parametersOf = (document: OpenDocument) =>
    new Map(listOperations(document).map((one) => [nameOperation(one), one.parameters]));
  const [oldParameters, newParameters] = [parametersOf(from), parametersOf(to)];
  return ({ id, method, path, pointer }, { operation, type }) => {
    const isGone = checks[id].kind === 'existence' && checks[id].action === 'remove';
    const known = isGone ? oldParameters.get(nameOperation(operation)) : newParameters.get(`${method} ${path}`);
    const parameter = known?.find(({ tokens }) => `${pointer}/`.startsWith(`${pointerTo(tokens)}/`));
    if (parameter) {
      const { name, carrier } = parameter;
      const isNamed = operation.parameters.some((one) => one.name === name && one.carrier === carrier);
      return { member: [type, 'parameters', carrier, name].join('.'), isNamed };
    }
    const tokens = tokensOf(pointer);
    const own = tokens[0] === 'paths' ? [...operation.tokens, ...tokens.slice(3)] : tokens;
    const property = own.lastIndexOf('properties', own.length - 2);
    const asked = property < 0 ? own : own.slice(0, property + 2);
    const origin = findOrigin(from.root, asked);
    return {
      member: nameOrigin(origin, operation.tokens, type, base),
      isNamed: property >= 0 && origin.at(-2) === 'properties' && origin.at(-1) === asked.at(-1),
    };
  };
}

/** `Order.lines.[].sku` for `/components/schemas/Order/properties/lines/items/properties/sku` */
function nameOrigin(
  tokens: readonly string[],
  operation: readonly string[],
  type: string,
  { nameOf }: ClientVersion,
): string {
  for (let length = tokens.length; length > 0; length -= 1) {
    const name = nameOf(`#${pointerTo(tokens.slice(0, length))}`);
    if (name !== undefined) return [name, ...membersOf(tokens.slice(length))].join('.');
  }
  return [type, ...membersOf(tokens.slice(operation.length))].join('.');
}

/** The members that the tokens of a schema, a response or a body lead through, as the types name them. */
function membersOf(tokens: readonly string[]): readonly string[] {
  const [first, second, ...rest] = tokens;
  if (first === undefined) return [];
  if (first === 'responses' || first === 'content')
    return second === undefined ? [first] : [first, second, ...membersOf(rest)];
  if (first === 'requestBody') return [first, ...membersOf(tokens.slice(1))];
  if (first === 'schema') return membersOf(tokens.slice(1));
  const name = Object.hasOwn(memberOf, first) ? memberOf[first as SchemaKeyword] : null;
  if (name === null) return [];
  if (holdingOf(first) === 'schema') return [...name(first), ...membersOf(tokens.slice(1))];
  return second === undefined ? [] : [...name(second), ...membersOf(rest)];
}

/** What is new beside a member that is gone: members of the same type, parameters of the same kind. */
export function listNewBeside(
  { member, operation, direction }: Difference,
  differences: readonly Difference[],
): readonly string[] {
  const owner = ownerOf(member);
  const fresh = differences.filter(
    (one) =>
      !one.isNamed &&
      one.operation === operation &&
      one.direction === direction &&
      checks[one.finding.id].kind === 'existence' &&
      checks[one.finding.id].action === 'add' &&
      (one.member === owner || (one.member.includes('.parameters.') && ownerOf(one.member) === owner)),
  );
  return [
    ...new Set(
      fresh.map((one) =>
        one.member === owner ? tokensOf(one.finding.pointer).at(-1)! : one.member.split('.').at(-1)!,
      ),
    ),
  ];
}

const ownerOf = (member: string) => member.slice(0, Math.max(0, member.lastIndexOf('.')));
