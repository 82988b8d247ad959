import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { VersioningScheme } from '../../routing/versioning/versioning-type.js';
import { lockedScheme } from './locked-scheme.js';

/**
 * The lock of a version as if it were of another: with its name in paths, in the parameter that names the version, and in what svckit marks,
 * and without what the version itself changed and when it was released. Shares everything else.
 */
export function inVersion(document: JsonObject, version: string): JsonObject {
  const { 'x-svc-changes': _changes, 'x-svc-released': _released, ...kept } = document;
  const from = textAt(document['x-svc-api-version']);
  if (from === null) return kept;
  const scheme = lockedScheme(document);
  const [segment, newSegment] = [scheme?.segment(from) ?? '', scheme?.segment(version) ?? ''];
  const inPath = (path: string) => (segment === '' ? path : inSegment(path, segment, newSegment));
  const inOperation = (value: Json): Json => {
    if (!isObject(value)) return value;
    const parameters = scheme?.parameter && value['parameters'];
    return {
      ...value,
      ...(value['x-svc-version'] === from && { 'x-svc-version': version }),
      ...(Array.isArray(parameters) && {
        parameters: listAt(parameters).map((one) => renamed(one, scheme!.parameter!, from, version)),
      }),
    };
  };
  const paths = Object.entries(objectAt(document['paths'])).map(
    ([path, item]) => [inPath(path), isObject(item) ? mapMembers(item, inOperation) : item] as const,
  );
  const sorted = paths.toSorted(([one], [other]) => codeUnitOrder(one, other));
  return { ...kept, 'x-svc-api-version': version, paths: Object.fromEntries(sorted) };
}

function inSegment(path: string, from: string, to: string): string {
  const segments = path.split('/');
  const place = segments.indexOf(from);
  return place < 0 ? path : segments.with(place, to).join('/');
}

type Parameter = NonNullable<VersioningScheme['parameter']>;

/** The parameter that names the version, with another one. */
function renamed(parameter: Json, named: Parameter, from: string, to: string): Json {
  const value = objectAt(parameter);
  if (value['in'] !== named.in || value['name'] !== named.name) return parameter;
  const schema = objectAt(value['schema']);
  return {
    ...value,
    ...(value['example'] === from && { example: to }),
    ...(schema['const'] === from && { schema: { ...schema, const: to } }),
  };
}

const mapMembers = (value: JsonObject, change: (member: Json) => Json): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, member === undefined ? member : change(member)]),
  );
