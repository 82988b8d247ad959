import { isObject, type Json, type JsonObject, textAt } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';

/** `#/components/schemas/Book` */
export const referenceTo = (tokens: readonly string[]): string => `#${pointerTo(tokens)}`;

/** A reference in one spelling. */
export const plainReference = (reference: string): string =>
  reference.startsWith('#') ? referenceTo(tokensOf(reference)) : reference;

/**
 * A copy in which references lead elsewhere; the same objects where none does. `discriminator.mapping` refers to schemas too, by reference or by the
 * name of a component (OpenAPI 3.1, section 4.8.25).
 */
export function moveReferences(value: Json, moved: (reference: string) => string | undefined): Json {
  if (Array.isArray(value)) return mapShared(value as readonly Json[], (item) => moveReferences(item, moved));
  if (!isObject(value)) return value;
  const reference = textAt(value['$ref']);
  const target = reference === null ? undefined : moved(plainReference(reference));
  const entries = Object.entries(value) as [string, Json][];
  const copies = mapShared(entries, (entry) => {
    const [key, inner] = entry;
    const made =
      key === '$ref' && target !== undefined
        ? target
        : key === 'mapping' && isObject(inner) && typeof value['propertyName'] === 'string'
          ? moveMapping(inner, moved)
          : moveReferences(inner, moved);
    return made === inner ? entry : ([key, made] as [string, Json]);
  });
  return copies === entries ? value : Object.fromEntries(copies);
}

function moveMapping(mapping: JsonObject, moved: (reference: string) => string | undefined): JsonObject {
  const entries = Object.entries(mapping);
  const copies = mapShared(entries, (entry) => {
    const [key, value] = entry;
    if (typeof value !== 'string') return entry;
    const isName = /^[\w.-]+$/.test(value);
    const target = moved(isName ? referenceTo(['components', 'schemas', value]) : plainReference(value));
    return target === undefined ? entry : ([key, isName ? tokensOf(target).at(-1)! : target] as [string, Json]);
  });
  return copies === entries ? mapping : Object.fromEntries(copies);
}

/** A list mapped; the same list where nothing in it changes. */
function mapShared<T>(list: readonly T[], map: (item: T) => T): readonly T[] {
  const mapped = list.map(map);
  return mapped.every((item, index) => item === list[index]) ? list : mapped;
}

/** A copy with another value at a place; what is not on the way to it is shared. undefined removes a member. */
export function withValueAt(root: Json, [token, ...rest]: readonly string[], value: Json | undefined): Json {
  if (token === undefined) return value!;
  if (Array.isArray(root)) {
    const items: readonly Json[] = root;
    return items.map((item, index) => (String(index) === token ? withValueAt(item, rest, value) : item));
  }
  const object = isObject(root) ? root : {};
  if (rest.length === 0 && value === undefined) {
    const { [token]: _, ...others } = object;
    return others;
  }
  return { ...object, [token]: withValueAt(object[token] ?? {}, rest, value) };
}
