import type { Json } from './json.js';

/**
 * A value as it arrives when it is sent as JSON: as `JSON.parse(JSON.stringify(value))`, and without the text between. null for what has no text.
 * Throws a RangeError for what contains itself, and a TypeError for a bigint.
 */
export const asSent = (value: unknown): Json => copyOf(value, '') ?? null;

/** undefined for what JSON leaves out. */
function copyOf(value: unknown, name: string): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      return value === null ? null : copyOfObject(value, name);
    case 'bigint':
      throw new TypeError('JSON has no bigint.');
    default:
      return undefined;
  }
}

function copyOfObject(value: object, name: string): Json | undefined {
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const given: unknown = toJSON.call(value, name);
    return typeof given === 'object' && given !== null ? copyOfMembers(given) : copyOf(given, name);
  }
  return copyOfMembers(value);
}

/** Whether something else is sent in the place of an object: what its `toJSON` gives, or the value in `new Number(1)`. */
export const isStandIn = (value: object): boolean =>
  typeof (value as { readonly toJSON?: unknown }).toJSON === 'function' ||
  boxes.has(Object.getPrototypeOf(value) as object);

/** What `new Number(1)` and the like have. */
const boxes: ReadonlySet<object> = new Set([Number.prototype, String.prototype, Boolean.prototype]);

function copyOfMembers(value: object): Json | undefined {
  if (Array.isArray(value)) {
    const list: Json[] = [];
    for (let index = 0; index < value.length; index++) list.push(copyOf(value[index], String(index)) ?? null);
    return list;
  }
  if (boxes.has(Object.getPrototypeOf(value) as object)) return copyOf(value.valueOf(), '');
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const member = copyOf((value as Readonly<Record<string, unknown>>)[name], name);
    if (member === undefined) continue;
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: member, writable: true, enumerable: true, configurable: true });
    else copy[name] = member;
  }
  return copy;
}
