import { isObject, listAt, type Json, type JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../../openapi/open-document.js';

/** What several texts of a request stand for, unlike a single value. */
type Container = 'array' | 'object';

/** Whether a schema says that it may hold lists or objects, or does not say what it holds. */
export function mayBe(container: Container, document: OpenDocument, schema: Json | undefined): boolean {
  return mayHold(container, document, schema, []);
}

function mayHold(
  container: Container,
  document: OpenDocument,
  schema: Json | undefined,
  above: readonly JsonObject[],
): boolean {
  if (schema === false) return false;
  if (!isObject(schema)) return true;
  const node = document.resolve(schema);
  if (above.includes(node)) return true;
  const within = (inner: Json | undefined) => mayHold(container, document, inner, [...above, node]);
  const { type, enum: values, const: value } = node;
  const [anyOf, oneOf] = [listAt(node['anyOf']), listAt(node['oneOf'])];
  return (
    (type === undefined || [type].flat().includes(container)) &&
    (value === undefined || isOf(container, value)) &&
    (values === undefined || listAt(values).some((one) => isOf(container, one))) &&
    listAt(node['allOf']).every(within) &&
    (anyOf.length === 0 || anyOf.some(within)) &&
    (oneOf.length === 0 || oneOf.some(within))
  );
}

const isOf = (container: Container, value: Json) => (container === 'array' ? Array.isArray(value) : isObject(value));
