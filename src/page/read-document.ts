import type { Brownout } from '../changes/brownouts.js';
import { openDocument, type OpenDocument } from '../openapi/open-document.js';
import { withoutVersion } from '../openapi/operations/align-operations.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import { nameOperation } from '../report/result.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { readOperationLifecycle } from '../openapi/lifecycle-marks.js';
import { type JsonObject, listAt, objectAt, textAt } from '../json/json.js';

/** An operation as the page lists it. */
export interface ReadOperation extends Operation {
  /** Names the operation in addresses. */
  readonly slug: string;
  /** Names it in the addresses of every version that has it: `get-users-id`. */
  readonly key: string;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly since: string | null;
  readonly sunset: string | null;
  /** The page about its deprecation. */
  readonly link: string | null;
  readonly brownouts: readonly Brownout[];
  /** The previews that are on in it. */
  readonly previews: readonly string[];
}

export interface ReadTag {
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly operations: readonly ReadOperation[];
}

/** The tag of an operation, and what is before and after it in the list of all. */
export interface PlaceInList {
  readonly tag: ReadTag;
  readonly before: ReadOperation | undefined;
  readonly after: ReadOperation | undefined;
}

/** A document as the page reads it. */
export interface PageDocument {
  readonly document: OpenDocument;
  readonly tags: readonly ReadTag[];
  readonly operations: ReadonlyMap<string, ReadOperation>;
  /** As `operations`, by method and path: `GET /users`. */
  readonly byAddress: ReadonlyMap<string, ReadOperation>;
  /** Where each operation is in the list. */
  readonly places: ReadonlyMap<ReadOperation, PlaceInList>;
  /** The names of the component schemas. */
  readonly schemas: readonly string[];
}

const readings = new WeakMap<object, PageDocument>();

/** Reads an OpenAPI document (3.0 to 3.2), once. */
export function readDocument(root: JsonObject): PageDocument {
  const known = readings.get(root);
  if (known) return known;
  const document = openDocument(root);
  const operations = new Map<string, ReadOperation>();
  for (const operation of listOperations(document)) {
    const key = operationKey(operation);
    const slug = freeSlug(key, operations);
    operations.set(slug, readOperation(operation, key, slug));
  }
  const tags = groupByTag(root, [...operations.values()]);
  const reading = {
    document,
    operations,
    byAddress: new Map([...operations.values()].map((operation) => [nameOperation(operation), operation])),
    tags,
    places: placesIn(tags),
    schemas: Object.keys(objectAt(objectAt(root['components'])['schemas'])),
  };
  readings.set(root, reading);
  return reading;
}

function placesIn(tags: readonly ReadTag[]): ReadonlyMap<ReadOperation, PlaceInList> {
  const all = tags.flatMap((tag) => tag.operations.map((operation) => ({ tag, operation })));
  return new Map(
    all.map(({ tag, operation }, index) => [
      operation,
      { tag, before: all[index - 1]?.operation, after: all[index + 1]?.operation },
    ]),
  );
}

function readOperation(operation: Operation, key: string, slug: string): ReadOperation {
  const { node, method, path, document } = operation;
  const { deprecated, since, sunset, link, brownouts } = readOperationLifecycle(node, document.resolve);
  return {
    ...operation,
    key,
    slug,
    summary: textAt(node['summary']) || operation.operationId || `${method} ${path}`,
    deprecated,
    since: since?.iso ?? null,
    sunset: sunset?.iso ?? null,
    link,
    brownouts,
    previews: [node['x-preview'] ?? []].flat().filter((name) => typeof name === 'string'),
  };
}

/** What names an operation in every version: its method, and its path without the version. */
export function operationKey({ method, path, apiVersion }: Pick<Operation, 'method' | 'path' | 'apiVersion'>): string {
  return toSlug(`${method} ${withoutVersion(path, apiVersion)}`);
}

/** Lower-case letters, digits and hyphens of any script. */
export function toSlug(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'unnamed'
  );
}

function freeSlug(slug: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(slug)) return slug;
  let count = 2;
  while (taken.has(`${slug}-${count}`)) count++;
  return `${slug}-${count}`;
}

/** Every operation under its first tag; the tags in the document's order, then those that it does not list, then what has none. */
function groupByTag(root: JsonObject, operations: readonly ReadOperation[]): readonly ReadTag[] {
  const groups = new Map<string, ReadOperation[]>();
  const listed = listAt(root['tags']).map(objectAt);
  for (const tag of listed) groups.set(textAt(tag['name']) ?? '', []);
  const untagged: ReadOperation[] = [];
  for (const operation of operations) {
    const name = textAt(listAt(operation.node['tags'])[0]);
    if (name === null) untagged.push(operation);
    else if (groups.has(name)) groups.get(name)!.push(operation);
    else groups.set(name, [operation]);
  }
  if (untagged.length > 0) groups.set(groups.size === 0 ? 'Operations' : 'Other operations', untagged);
  const described = new Map(listed.map((tag) => [tag['name'], textAt(tag['description'])]));
  return [...groups]
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => ({ name, slug: toSlug(name), description: described.get(name) ?? null, operations: own }));
}
