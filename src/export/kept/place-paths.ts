import { type Json, type JsonObject, listAt, objectAt } from '../../json/json.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { listPathOperations } from '../../openapi/operations/list-operations.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';

/** An operation where a version has it. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  /** Whether it lists the parameters of its path too, which are others than the source's. */
  readonly listsAll: boolean;
}

/** The paths of a version: each in the place of the one that it was in the source, with what the source says of all its operations. */
export function placePaths(
  document: OpenDocument,
  placed: (operation: Operation) => readonly PlacedOperation[],
): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const [path, written] of Object.entries(objectAt(document.root['paths']))) {
    if (written === undefined) continue;
    const items = path.startsWith('x-') ? null : placeItem(document, path, written, placed);
    for (const [place, item] of items ?? [[path, written as JsonObject] as const])
      paths.set(place, { ...item, ...paths.get(place) });
  }
  return Object.fromEntries(paths);
}

/** The path items that one of the source has become; null where it stays as it is. */
function placeItem(
  document: OpenDocument,
  path: string,
  written: Json,
  placed: (operation: Operation) => readonly PlacedOperation[],
): readonly (readonly [string, JsonObject])[] | null {
  const operations = listPathOperations(document, written, ['paths', path]).map(
    (operation) => [operation, placed(operation)] as const,
  );
  if (operations.every(([operation, places]) => isWhereItWas(operation, places))) return null;
  const all = operations.flatMap(([, places]) => places.map((one) => one.path));
  return [...new Set(all)].map((place) => {
    const here = operations.map(
      ([operation, places]) => [operation, places.filter((one) => one.path === place)] as const,
    );
    return [place, itemOf(document.resolve(written), new Map(here))] as const;
  });
}

function isWhereItWas(operation: Operation, [only, ...more]: readonly PlacedOperation[]): boolean {
  return (
    more.length === 0 &&
    only?.node === operation.node &&
    only.path === operation.path &&
    only.method === operation.method
  );
}

/** A path item with other operations in the places of its own. */
function itemOf(source: JsonObject, here: ReadonlyMap<Operation, readonly PlacedOperation[]>): JsonObject {
  const shared = listAt(source['parameters']);
  const isShared = shared.length === 0 || ![...here.values()].flat().some(({ listsAll }) => listsAll);
  const nodeOf = ({ node, listsAll }: PlacedOperation): JsonObject =>
    isShared || listsAll ? node : { ...node, parameters: [...shared, ...listAt(node['parameters'])] };
  const byKey = new Map([...here].map(([operation, places]) => [operation.tokens.slice(2).join('/'), places]));
  const membersAt = (key: string, name: (method: string) => string) =>
    byKey.get(key)!.map((one) => [name(one.method), nodeOf(one)] as const);
  const members = Object.entries(source).flatMap(([key, value]): (readonly [string, Json])[] => {
    if (value === undefined || key === '$ref' || (key === 'parameters' && !isShared)) return [];
    if (byKey.has(key)) return membersAt(key, (method) => method.toLowerCase());
    if (key !== 'additionalOperations') return [[key, value]];
    const others = Object.keys(objectAt(value)).flatMap((name) => membersAt(`${key}/${name}`, (method) => method));
    return others.length === 0 ? [] : [[key, Object.fromEntries(others)]];
  });
  return Object.fromEntries(members);
}
