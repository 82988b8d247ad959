import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { Operation, OperationPair } from './operation-pair.js';
import { pathOfServers } from './read-servers.js';

/** How operations are matched: by path, behind that of the servers or as written, or by path without the version. */
export type Alignment = 'path' | 'unversioned path';

/** The matched operations of two documents. */
export interface AlignedOperations {
  readonly common: readonly OperationPair[];
  readonly added: readonly Operation[];
  readonly removed: readonly Operation[];
}

/** Matches operations by method and path; the names of path parameters do not matter. */
export function alignOperations(
  base: readonly Operation[],
  revision: readonly Operation[],
  alignment: Alignment,
): AlignedOperations {
  const partners = new Map<Operation, Operation>();
  const taken = new Set<Operation>();
  const match = (keyOf: (operation: Operation) => string) => {
    const free = new Map(revision.filter((one) => !taken.has(one)).map((one) => [keyOf(one), one]));
    for (const operation of base.filter((one) => !partners.has(one))) {
      const partner = free.get(keyOf(operation));
      if (!partner) continue;
      partners.set(operation, partner);
      taken.add(partner);
    }
  };
  if (alignment === 'path') match((operation) => keyAt(operation, `${pathOfServers(operation)}${operation.path}`));
  match((operation) =>
    keyAt(operation, alignment === 'path' ? operation.path : withoutVersion(operation.path, operation.apiVersion)),
  );
  const pairs = base.map((operation) => ({ operation, partner: partners.get(operation) ?? null }));
  return {
    common: pairs
      .flatMap(({ operation, partner }) => (partner ? [{ base: operation, revision: partner, inbound: false }] : []))
      .sort((left, right) => inOrder(left.revision, right.revision)),
    added: revision.filter((operation) => !taken.has(operation)).sort(inOrder),
    removed: pairs
      .filter(({ partner }) => !partner)
      .map(({ operation }) => operation)
      .sort(inOrder),
  };
}

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
