import { codeUnitOrder } from '../../text/code-unit-order.js';
import { groupBy } from '../../text/group-by.js';
import { isFormer, movedFrom, readFormerAddresses } from './former-addresses.js';
import type { Operation, OperationPair } from './operation-pair.js';
import { pathOfServers } from './read-servers.js';

/** How operations are matched: by path, behind that of the servers or as written, or by path without the version. */
export type Alignment = 'path' | 'unversioned path';

/** The matched operations of two documents. */
export interface AlignedOperations {
  readonly common: readonly OperationPair[];
  readonly added: readonly Operation[];
  readonly removed: readonly Operation[];
  /**
   * Operations that have another address, as a document says. Where several became one, or one became several, only the first of
   * them is in `common`, and none of them in `added` or `removed`.
   */
  readonly moved: readonly MovedPair[];
}

export type MovedPair = Pick<OperationPair, 'base' | 'revision'>;

/** Matches operations by method and path, and by the older addresses that they name; the names of path parameters do not matter. */
export function alignOperations(
  base: readonly Operation[],
  revision: readonly Operation[],
  alignment: Alignment,
): AlignedOperations {
  const partners = new Map<Operation, Operation>();
  const taken = new Set<Operation>();
  const moved: MovedPair[] = [];
  const join = (operation: Operation, partner: Operation) => {
    partners.set(operation, partner);
    taken.add(partner);
  };
  /** Operations that match the same requests, as two paths with other names may, have the one of their own path as partner. */
  const match = (keyOf: (operation: Operation) => string) => {
    const free = groupBy(
      revision.filter((one) => !taken.has(one)),
      keyOf,
    );
    const find = (accepts: (candidate: Operation, operation: Operation) => boolean) => {
      for (const operation of base.filter((one) => !partners.has(one))) {
        const candidates = free.get(keyOf(operation));
        const partner = candidates?.find((candidate) => accepts(candidate, operation));
        if (partner) join(operation, partner);
      }
    };
    find((candidate, { path }) => candidate.path === path && !taken.has(candidate));
    find((candidate) => !taken.has(candidate));
    find(() => true);
  };
  const found = listMoves(base, revision);
  const follow = () => {
    for (const move of found)
      if (!partners.has(move.base) && !taken.has(move.revision)) {
        moved.push(move);
        join(move.base, move.revision);
      }
  };
  // Between versions, an operation may have the address that another one had before.
  if (alignment !== 'path' && [base, revision].every((side) => side.some(({ apiVersion }) => apiVersion !== null)))
    follow();
  if (alignment === 'path') match((operation) => keyAt(operation, `${pathOfServers(operation)}${operation.path}`));
  match((operation) => keyAt(operation, alignment === 'path' ? operation.path : unversioned(operation)));
  follow();
  const others = found.filter(({ base: from, revision: to, older }) =>
    older === from ? !partners.has(from) : !taken.has(to),
  );
  moved.push(...others);
  const [gone, fresh] = [new Set(others.map((move) => move.base)), new Set(others.map((move) => move.revision))];
  const pairs = base.map((operation) => ({ operation, partner: partners.get(operation) ?? null }));
  return {
    common: pairs
      .flatMap(({ operation, partner }) => (partner ? [{ base: operation, revision: partner, inbound: false }] : []))
      .sort((left, right) => inOrder(left.revision, right.revision)),
    added: revision.filter((operation) => !taken.has(operation) && !fresh.has(operation)).sort(inOrder),
    removed: pairs
      .filter(({ operation, partner }) => !partner && !gone.has(operation))
      .map(({ operation }) => operation)
      .sort(inOrder),
    moved: moved.sort((left, right) => inOrder(left.base, right.base)),
  };
}

/** The operations whose older addresses the other side has. */
function listMoves(base: readonly Operation[], revision: readonly Operation[]) {
  return [
    ...listFormer(revision, base).map(([newer, older]) => ({ base: older, revision: newer, older })),
    ...listFormer(base, revision).map(([newer, older]) => ({ base: newer, revision: older, older })),
  ];
}

function listFormer(newer: readonly Operation[], older: readonly Operation[]) {
  const marked = newer.filter(({ node }) => node[movedFrom] !== undefined);
  if (marked.length === 0) return [];
  const addressOf = (operation: Operation) => keyAt(operation, unversioned(operation));
  const byAddress = groupBy(older, addressOf);
  return marked.flatMap((operation) =>
    readFormerAddresses(operation.node).flatMap((former) =>
      (byAddress.get(`${former.method} ${shapeOf(former.path)}`) ?? [])
        .filter((other) => isFormer(former, operation, other) && addressOf(other) !== addressOf(operation))
        .map((other) => [operation, other] as const),
    ),
  );
}

const unversioned = ({ path, apiVersion }: Operation) => withoutVersion(path, apiVersion);

/** What the addresses of the servers of both sides have behind the host. */
export type PathsOfServers = readonly [base: string, revision: string];

export const unmoved: PathsOfServers = ['', ''];

/** The paths of servers of an operation that kept its address while a part moved between the server and its own path; else `unmoved`. */
export function movedPaths({ base, revision }: OperationPair): PathsOfServers {
  const [from, to] = [pathOfServers(base), pathOfServers(revision)];
  const hasMoved = from !== to && shapeOf(`${from}${base.path}`) === shapeOf(`${to}${revision.path}`);
  return hasMoved ? [from, to] : unmoved;
}

/** A path without the names of its parameters: `/users/{}`. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** A path without its version, the first segment that looks like one: `/api/users` for `/api/v1/users`. */
export function withoutVersion(path: string, apiVersion: string | null): string {
  const segments = path.split('/');
  const isVersion = (segment: string) =>
    (apiVersion !== null && (segment === apiVersion || segment === `v${apiVersion}`)) ||
    /^(?:v\d+(?:\.\d+)*|\d{4}-\d{2}-\d{2})$/i.test(segment);
  const position = segments.findIndex(isVersion);
  return position < 0 ? path : segments.toSpliced(position, 1).join('/') || '/';
}

function keyAt({ method }: Operation, path: string): string {
  return `${method} ${shapeOf(path)}`;
}

function inOrder(left: Operation, right: Operation): number {
  return codeUnitOrder(left.path, right.path) || codeUnitOrder(left.method, right.method);
}
