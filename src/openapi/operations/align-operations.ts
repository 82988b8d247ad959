import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { Operation, OperationPair } from './operation-pair.js';

/** How operations are matched: by path, or by path without the version. */
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
  const partners = new Map(revision.map((operation) => [keyOf(operation, alignment), operation]));
  const pairs = base.map((operation) => ({ operation, partner: partners.get(keyOf(operation, alignment)) ?? null }));
  const taken = new Set(pairs.map(({ partner }) => partner));
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

function keyOf({ method, path, apiVersion }: Operation, alignment: Alignment): string {
  return `${method} ${shapeOf(alignment === 'path' ? path : withoutVersion(path, apiVersion))}`;
}

function inOrder(left: Operation, right: Operation): number {
  return codeUnitOrder(left.path, right.path) || codeUnitOrder(left.method, right.method);
}
