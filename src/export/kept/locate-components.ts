import { isObject, objectAt, textAt } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import { nameOperations, shapeOperation } from '../../shapes/operation-shapes.js';
import { listShapes } from '../../shapes/shapes-of-schemas.js';
import { countReferences } from './shared-parts.js';

/** Finds the schema with an id: a component, or one of another file, by the tokens of its place; null where the document has none. */
export function locateComponents(document: OpenDocument): (id: string) => readonly string[] | null {
  const components = objectAt(objectAt(document.root['components'])['schemas']);
  let elsewhere: ReadonlyMap<string, readonly string[]> | undefined;
  return (id) => {
    if (Object.hasOwn(components, id)) return endOf(document, ['components', 'schemas', id]);
    elsewhere ??= schemasElsewhere(document);
    return elsewhere.get(id) ?? null;
  };
}

/** Where a component that only refers to a schema of another file leads. */
function endOf(document: OpenDocument, tokens: readonly string[], seen = new Set<string>()): readonly string[] {
  const [home, kind, name] = tokens;
  const node =
    home === 'components' && kind === 'schemas' ? objectAt(objectAt(document.root[home])[kind])[name!] : undefined;
  if (!isObject(node) || Object.keys(node).length !== 1) return tokens;
  const reference = textAt(node['$ref']);
  if (reference === null || seen.has(reference) || reference.startsWith('#/components/schemas/')) return tokens;
  return endOf(document, tokensOf(reference), seen.add(reference));
}

function schemasElsewhere(document: OpenDocument): ReadonlyMap<string, readonly string[]> {
  const list = listShapes(document);
  for (const one of nameOperations(listOperations(document))) shapeOperation(one, list);
  list.all();
  const found = new Map<string, readonly string[]>();
  for (const reference of countReferences(document.root).keys()) {
    if (reference.startsWith('#/components/') || !isObject(document.target({ $ref: reference }))) continue;
    const { id } = list.shapeOf({ $ref: reference }, '');
    if (id !== null && !found.has(id)) found.set(id, tokensOf(reference));
  }
  return found;
}
