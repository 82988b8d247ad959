import { withoutVersion } from '../../openapi/operations/align-operations.js';
import type { RegisteredFile, Registry } from './registry.js';
import type { OperationUse } from './uses-file.js';

/** Where a document has an operation; null for everything. */
export interface Address {
  readonly method: string | null;
  readonly path: string | null;
  readonly apiVersion: string | null;
}

/** The operations of an address that each consumer calls, in the order of the registry. */
export type Calls = ReadonlyMap<RegisteredFile, readonly OperationUse[]>;

interface Called {
  readonly file: RegisteredFile;
  readonly use: OperationUse;
  readonly segments: readonly string[];
}

const finders = new WeakMap<Registry, (address: Address) => Calls>();

/**
 * Who calls an operation: `GET /books/{id}`, or `GET /books/7` of recorded requests. What consumers call has no version in its path, and the names
 * of parameters do not matter. Each file is read once.
 */
export function findCalls(registry: Registry, address: Address): Calls {
  const find = finders.get(registry) ?? callFinder(registry);
  finders.set(registry, find);
  return find(address);
}

function callFinder({ files }: Registry): (address: Address) => Calls {
  const all = files.flatMap((file) =>
    file.uses.operations.map((use): Called & { readonly method: string } => {
      const space = use.operation.indexOf(' ');
      const segments = use.operation.slice(space + 1).split('/');
      return { file, use, segments, method: use.operation.slice(0, space) };
    }),
  );
  const places = new Map<string, Called[]>();
  for (const one of all)
    for (const first of [one.segments[1], anything]) {
      const key = placeOf(one.method, one.segments.length, first);
      const known = places.get(key);
      if (known) known.push(one);
      else places.set(key, [one]);
    }
  const known = new Map<string, Calls>();
  return ({ method, path, apiVersion }) => {
    if (method === null || path === null) return byFile(all);
    const key = JSON.stringify([method, path, apiVersion]);
    const found = known.get(key) ?? byFile(calledAt(method, path, apiVersion, places));
    known.set(key, found);
    return found;
  };
}

const anything = '{';
const placeOf = (method: string, length: number, first: string | undefined) => `${method} ${length} ${first}`;

function calledAt(
  method: string,
  path: string,
  apiVersion: string | null,
  places: ReadonlyMap<string, readonly Called[]>,
): readonly Called[] {
  return [...new Set([path, withoutVersion(path, apiVersion)])].flatMap((declared) => {
    const segments = declared.split('/');
    const first = segments[1]?.startsWith('{') ? anything : segments[1];
    const near = places.get(placeOf(method, segments.length, first)) ?? [];
    return near.filter((one) =>
      segments.every((segment, position) => segment === one.segments[position] || segment.startsWith('{')),
    );
  });
}

function byFile(calls: readonly Called[]): Calls {
  const found = new Map<RegisteredFile, OperationUse[]>();
  for (const { file, use } of calls) found.set(file, [...(found.get(file) ?? []), use]);
  return found;
}
