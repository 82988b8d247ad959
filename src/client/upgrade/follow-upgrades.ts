import type { UpgradeChange, UpgradeStep, UpgradeSubject } from '../../contract/upgrades/describe-upgrades.js';
import { type MemberPath, samePath, startsWith } from '../../contract/upgrades/follow-members.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { nameOperation } from '../../report/result.js';
import { type ClientOperation, type ClientVersion, describeVersion } from '../describe-version.js';
import { pairTypes } from '../scan/keep-names.js';
import { type MovedOperation, pairOperations } from '../scan/list-differences.js';
import { inlineMembers } from './inline-members.js';

/** A member of a type of the base's client, and where the revision has the same value. */
export interface KnownMove {
  /** The type that declares it, and what the revision calls that. */
  readonly owner: string;
  readonly newOwner: string;
  readonly older: MemberPath;
  readonly newer: MemberPath;
  readonly change: UpgradeChange;
}

/** What the changes of all versions between two clients do to the first. */
export interface FollowedUpgrade {
  /** By the member of the base: `Order.customer`. */
  readonly moves: ReadonlyMap<string, KnownMove>;
  /** Changes that give a member another value, by the member of the base. */
  readonly altered: ReadonlyMap<string, readonly ChangeOf[]>;
  /** What each type of the base is called in the revision. */
  readonly names: ReadonlyMap<string, string>;
  /** What each operation of the revision was called in the base: `GET /orders`. */
  readonly operations: ReadonlyMap<string, string>;
  /** Changes of each type of the base, and of each operation: `Order`, `GET /orders`. */
  readonly changesOf: ReadonlyMap<string, readonly ChangeOf[]>;
}

/** A change, and what of it is meant. */
export interface ChangeOf {
  readonly change: UpgradeChange;
  /** null for a change of behaviour. */
  readonly subject: UpgradeSubject | null;
}

/** A type on its way through the versions. */
interface Traveller {
  readonly owner: string;
  name: string;
  moves: readonly Omit<KnownMove, 'owner' | 'newOwner'>[];
}

/** Follows the types of the first contract's client through the changes of every later one, oldest first. */
export function followUpgrades(locks: readonly ContractLock[], steps: readonly UpgradeStep[]): FollowedUpgrade {
  const versions = locks.map(describeVersion);
  const base = versions[0]!;
  const types = [...base.types.keys()].map((owner): Traveller => ({ owner, name: owner, moves: [] }));
  const altered = new Map<string, ChangeOf[]>();
  const changesOf = new Map<string, ChangeOf[]>();
  /** The operation of the base that each operation of the current version comes from. */
  let origins = new Map(base.operations.map((one) => [one, one]));
  versions.slice(1).forEach((newer, index) => {
    const older = versions[index]!;
    const operations = pairOperations({ locks: [locks[index]!, locks[index + 1]!], base: older, revision: newer });
    const renames = pairTypes(operations.values(), older, newer);
    for (const type of types) type.name = renames.get(type.name) ?? operationName(type.name, operations) ?? type.name;
    const origin = new Map(origins);
    origins = new Map();
    for (const pair of operations.values()) {
      const first = origin.get(pair.base);
      if (pair.revision && first) origins.set(pair.revision, first);
    }
    const step = steps.find(({ version }) => version === newer.version);
    for (const change of step?.changes ?? [])
      followChange(change, { older, newer, operations, origins, types, altered, changesOf });
  });
  const moves = types.flatMap(({ owner, name, moves: own }) => own.map((move) => ({ owner, newOwner: name, ...move })));
  return {
    moves: new Map(moves.map((move) => [keyOf(move.owner, move.older), move])),
    altered,
    names: new Map(types.map(({ owner, name }) => [owner, name])),
    operations: new Map([...origins].map(([now, before]) => [nameOperation(now), nameOperation(before)])),
    changesOf,
  };
}

interface Following {
  readonly older: ClientVersion;
  readonly newer: ClientVersion;
  readonly operations: ReadonlyMap<string, MovedOperation>;
  readonly origins: ReadonlyMap<ClientOperation, ClientOperation>;
  readonly types: readonly Traveller[];
  readonly altered: Map<string, ChangeOf[]>;
  readonly changesOf: Map<string, ChangeOf[]>;
}

function followChange(change: UpgradeChange, following: Following): void {
  const { newer, operations, origins, types, altered, changesOf } = following;
  const add = (map: Map<string, ChangeOf[]>, key: string, one: ChangeOf) =>
    map.set(key, [...(map.get(key) ?? []), one]);
  const touched = newer.operations.filter(({ operation }) => change.operations.includes(nameOperation(operation)));
  const pairs = [...operations.values()].filter(({ revision }) => revision && touched.includes(revision));
  for (const operation of touched) {
    const origin = origins.get(operation);
    if (!origin) continue;
    const own = change.subjects.find(({ name }) => operationIn(name) === nameOperation(operation.operation));
    add(changesOf, nameOperation(origin), { change, subject: own ?? change.subjects[0] ?? null });
  }
  for (const subject of change.subjects) {
    for (const type of types.filter(({ name }) => name === subject.name)) {
      add(changesOf, type.owner, { change, subject });
      for (const path of subject.altered) {
        const before = pullBack(type.moves, path);
        if (before) add(altered, keyOf(type.owner, before), { change, subject });
      }
      type.moves = followMoves(
        type.moves,
        subject.moved.map((move) => ({ ...move, change })),
      );
    }
    for (const { base, revision } of pairs) {
      const type = types.find(({ name }) => name === revision!.type);
      if (type)
        type.moves = followMoves(
          type.moves,
          inlineMoves(subject, base, revision!, following).map((move) => ({ ...move, change })),
        );
    }
  }
}

/** The place of each part of a request in the type of its operation. */
const parts: Readonly<Record<string, readonly string[]>> = {
  params: ['parameters', 'path'],
  query: ['parameters', 'query'],
  headers: ['parameters', 'header'],
  cookies: ['parameters', 'cookie'],
};

/** What moves where an operation has the members of a subject without a type of their own: exactly where one side has them and the other does not. */
function inlineMoves(
  subject: UpgradeSubject,
  base: ClientOperation,
  revision: ClientOperation,
  { older, newer }: Following,
) {
  const [from, to] = [older.types.get(base.type), newer.types.get(revision.type)].map((type) =>
    inlineMembers(type?.json ?? {}),
  );
  const isOperation = operationIn(subject.name) !== null;
  if (isOperation && operationIn(subject.name) !== nameOperation(revision.operation)) return [];
  return from!.flatMap(({ place, names }) => {
    const other = to!.find((one) => samePath(one.place, place));
    return subject.moved.flatMap((move) => {
      const [before, after] = isOperation
        ? [within(place, move.older), within(place, move.newer)]
        : [move.older, move.newer];
      const [own, its] = [before?.[0], after?.[0]];
      if (!before || !after || own === undefined || its === undefined || !other) return [];
      const isMoved =
        names.has(own) && other.names.has(its) && (own === its || (!names.has(its) && !other.names.has(own)));
      return isMoved ? [{ older: [...place, ...before], newer: [...place, ...after] }] : [];
    });
  });
}

/** The rest of a path of a request or an answer that begins at a place of the operation's type. */
function within(place: readonly string[], [part = '', ...rest]: MemberPath): MemberPath | null {
  const own = parts[part];
  if (own) return samePath(own, place) ? rest : null;
  return part === 'body' && place.includes('content') && place.at(-2) === 'content' ? rest : null;
}

/** `PATCH /users/{id}` of a subject that is an operation; one of several older ones is none, as its parts go several ways. */
export function operationIn(name: string): string | null {
  return /^([A-Z]+ \/\S*)$/.exec(name)?.[1] ?? null;
}

type Step = Traveller['moves'][number];

/** Moves of one version after those before it. */
function followMoves(moves: readonly Step[], next: readonly Step[]): readonly Step[] {
  const followed = moves.map((move) => {
    const own = longest(next, move.newer);
    return own ? { ...move, newer: [...own.newer, ...move.newer.slice(own.older.length)] } : move;
  });
  const fresh = next.flatMap((move) => {
    const before = pullBack(moves, move.older);
    return before && !followed.some(({ older }) => samePath(older, before)) ? [{ ...move, older: before }] : [];
  });
  return [...followed, ...fresh];
}

const longest = (moves: readonly Step[], path: MemberPath) =>
  moves.filter(({ older }) => startsWith(path, older)).toSorted((a, b) => b.older.length - a.older.length)[0];

/** Where the base has what a later version has at a path; null where that took the place of something else. */
function pullBack(moves: readonly Step[], path: MemberPath): MemberPath | null {
  const own = moves
    .filter(({ newer }) => startsWith(path, newer))
    .toSorted((a, b) => b.newer.length - a.newer.length)[0];
  if (own) return [...own.older, ...path.slice(own.newer.length)];
  return moves.some(({ older }) => startsWith(path, older)) ? null : path;
}

/** The type of an operation that another version calls otherwise. */
function operationName(name: string, operations: ReadonlyMap<string, MovedOperation>): string | null {
  for (const { base, revision } of operations.values()) if (base.type === name) return revision?.type ?? null;
  return null;
}

/** `Order.customer` */
export const keyOf = (owner: string, path: MemberPath): string => [owner, ...path].join('.');
