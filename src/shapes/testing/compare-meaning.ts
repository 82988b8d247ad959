import { isObject, type Json, type JsonObject, objectAt } from '../../json/json.js';
import { createContainmentSearch } from '../../jsonschema/containment/containment.js';
import type { SchemaSource } from '../../jsonschema/containment/schema-source.js';
import { mapSubschemas } from '../../jsonschema/walk-keywords.js';
import { openDocument } from '../../openapi/open-document.js';
import { schemaSource } from '../../openapi/schema-source.js';

/** A document whose schemas can be compared with those of another. */
export interface OpenSource {
  readonly root: JsonObject;
  readonly source: SchemaSource;
}

export const openSource = (root: JsonObject): OpenSource => ({ root, source: schemaSource(openDocument(root)) });

/** Gives for two schemas whether they accept the same values: false for a value that shows otherwise, null where neither is found. */
export function meaningOf(written: OpenSource, back: OpenSource): (one: Json, other: Json) => boolean | null {
  const search = createContainmentSearch({ base: written.source, revision: back.source });
  return (one, other) => {
    const nodes = { base: one, revision: other };
    const kinds = (['request', 'response'] as const).map(
      (direction) => search.findRefused(nodes, { direction, textual: 'no' }, 'strict').kind,
    );
    if (kinds.includes('witness')) return false;
    return kinds.every((kind) => kind === 'contained') ? true : null;
  };
}

/**
 * As `meaningOf`, with the references of both schemas in the one document: where each schema means the same then, so do all with their own
 * references, however long the ways through them are.
 */
export function meaningBesideOthers(written: OpenSource): (one: Json, other: Json) => boolean | null {
  const compare = meaningOf(written, written);
  return (one, other) => compare(one, referApart(other));
}

/** OpenAPI 3.0 ignores what stands beside a reference. */
function referApart(node: Json): Json {
  if (!isObject(node)) return node;
  const { $ref, ...others } = mapSubschemas(node, (inner) => referApart(inner as Json)) as JsonObject;
  return $ref === undefined ? others : { allOf: [{ $ref }], ...others };
}

/** Where the components, and the bodies of operations, have their schemas. */
export function schemasIn(source: JsonObject): readonly (readonly string[])[] {
  const ids = Object.keys(objectAt(objectAt(source['components'])['schemas']));
  return [
    ...ids.map((id) => ['components', 'schemas', id]),
    ...Object.entries(objectAt(source['paths'])).flatMap(([path, item]) =>
      Object.entries(objectAt(item)).flatMap(([method, operation]) => {
        const { requestBody, responses } = objectAt(operation);
        const at = ['paths', path, method];
        return [
          ...(requestBody === undefined ? [] : [[...at, 'requestBody', ...media]]),
          ...Object.entries(objectAt(responses)).flatMap(([status, response]) =>
            objectAt(response)['content'] === undefined ? [] : [[...at, 'responses', status, ...media]],
          ),
        ];
      }),
    ),
  ];
}

const media = ['content', 'application/json', 'schema'];
