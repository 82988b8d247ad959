import { isObject, listAt, type Json } from '../../json/json.js';
import type { OpenDocument } from '../../openapi/open-document.js';

/** What several texts of a request stand for, unlike a single value. */
type Container = 'array' | 'object';

/** How many levels of schemas are read; a deeper one may be anything. */
const deepest = 100;

/** Whether a schema says that it may hold lists or objects, or does not say what it holds. */
export function mayBe(container: Container, document: OpenDocument, schema: Json | undefined): boolean {
  const known = new Map<Json, boolean>();
  const look = (written: Json | undefined, depth: number): boolean => {
    if (!isObject(written)) return written !== false;
    if (depth > deepest) return true;
    const node = document.resolve(written);
    const found = known.get(node);
    if (found !== undefined) return found;
    known.set(node, true);
    const within = (inner: Json) => look(inner, depth + 1);
    const { type, enum: values, const: value } = node;
    const [anyOf, oneOf] = [listAt(node['anyOf']), listAt(node['oneOf'])];
    const may =
      (type === undefined || [type].flat().includes(container)) &&
      (value === undefined || isOf(container, value)) &&
      (values === undefined || listAt(values).some((one) => isOf(container, one))) &&
      listAt(node['allOf']).every(within) &&
      (anyOf.length === 0 || anyOf.some(within)) &&
      (oneOf.length === 0 || oneOf.some(within));
    known.set(node, may);
    return may;
  };
  return look(schema, 0);
}

const isOf = (container: Container, value: Json) => (container === 'array' ? Array.isArray(value) : isObject(value));
