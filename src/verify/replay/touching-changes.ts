import type { Json } from '../../json/json.js';
import { objectAt } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { type PromisedApi, type PromisedOperation, responseFor } from '../promised-api.js';
import { applied, itemSchemas, memberSchemas } from '../schema-nodes.js';
import { isJsonLines, isJsonType } from '../write-body.js';

/** What a version changed, as it is named in reports. */
export interface VersionChange {
  readonly version: string;
  readonly title: string;
  /** As the version has them: `GET /api/users`. */
  readonly operations: readonly string[];
}

/** The changes on the way from an operation to the newest version that touch a place of its answers: `2: A book has several authors`. */
export function touchingChanges(
  api: PromisedApi,
  changes: readonly VersionChange[],
  operation: PromisedOperation,
  status: number,
  place: string,
): readonly string[] {
  const family = api.family(operation);
  const newer = family.slice(family.indexOf(operation) + 1);
  return newer.flatMap((own, index) => {
    const previous = index === 0 ? operation : newer[index - 1]!;
    const isTouched = !place.startsWith('/') || described(previous, status, place) !== described(own, status, place);
    if (!isTouched) return [];
    return changes
      .filter(({ version, operations }) => version === own.of.version && operations.includes(own.name))
      .map(({ version, title }) => `${version}: ${title}`);
  });
}

/** What a version says about a place of an answer, as text. */
function described(operation: PromisedOperation, status: number, place: string): string {
  const content = objectAt(responseFor(operation, status)?.response['content']);
  const name = Object.keys(content).find((one) => isJsonType(one) || isJsonLines(one));
  const schema = name === undefined ? undefined : operation.document.resolve(content[name])['schema'];
  const tokens = place === '/' ? [] : tokensOf(place);
  const start = schema === undefined ? [] : [schema];
  const found = tokens.reduce<readonly Json[]>((schemas, token) => {
    const nodes = schemas.flatMap((one) => applied(operation.of, one, null, new Set()));
    return nodes.flatMap((node) => (token === '*' ? itemSchemas(node, 0) : memberSchemas(node, token)));
  }, start);
  return JSON.stringify(found.flatMap((one) => applied(operation.of, one, null, new Set())));
}
