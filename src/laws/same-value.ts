/**
 * Whether two values are equal at every depth: a member that is undefined equals an absent one, dates compare by time, and
 * fractions by what calculations leave of them.
 */
export function sameValue(left: unknown, right: unknown): boolean {
  return differenceAt(left, right) === null;
}

/** The path to the first difference between two values; null when they are equal. */
export function differenceAt(left: unknown, right: unknown): readonly string[] | null {
  if (left === right || (left !== left && right !== right)) return null;
  if (typeof left === 'number' && typeof right === 'number') return isClose(left, right) ? null : [];
  if (typeof left !== 'object' || typeof right !== 'object') return [];
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return [];
    for (const [index, item] of left.entries()) {
      const below = differenceAt(item, right[index]);
      if (below) return [String(index), ...below];
    }
    return null;
  }
  if (isPlain(left) && isPlain(right)) return differenceOfMembers(left, right);
  if (left instanceof Date && right instanceof Date) return sameTime(left, right) ? null : [];
  if (left instanceof Map && right instanceof Map) return differenceAt([...left], [...right]);
  if (left instanceof Set && right instanceof Set) return differenceAt([...left], [...right]);
  return [];
}

type Plain = Readonly<Record<string, unknown>>;

function differenceOfMembers(left: Plain, right: Plain): readonly string[] | null {
  for (const name of Object.keys(left)) {
    const below = differenceAt(left[name], ownOf(right, name));
    if (below) return [name, ...below];
  }
  const added = Object.keys(right).find((name) => right[name] !== undefined && !Object.hasOwn(left, name));
  return added === undefined ? null : [added];
}

const ownOf = (value: Plain, name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);

/** 0.1 + 0.2 and 0.3; whole numbers are exact. */
const isClose = (left: number, right: number) =>
  !(Number.isInteger(left) && Number.isInteger(right)) &&
  Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right));

const sameTime = (left: Date, right: Date) => Object.is(left.getTime(), right.getTime());

function firstBelow<Key extends string | number>(
  keys: Iterable<Key>,
  find: (key: Key) => readonly string[] | null,
): readonly string[] | null {
  for (const key of keys) {
    const below = find(key);
    if (below) return [String(key), ...below];
  }
  return null;
}

/** The path to the first object or list that is the same one in both values and can be changed; null where there is none. */
export function sharedAt(left: unknown, right: unknown): readonly string[] | null {
  if (left === right && isOpen(left)) return [];
  if (Array.isArray(left) && Array.isArray(right))
    return firstBelow(left.keys(), (index) => sharedAt(left[index], right[index]));
  if (!isPlain(left) || !isPlain(right)) return null;
  return firstBelow(Object.keys(left), (name) => sharedAt(left[name], right[name]));
}

const isOpen = (value: unknown) => (Array.isArray(value) || isPlain(value)) && !Object.isFrozen(value);

const open = { writable: true, enumerable: true, configurable: true };

/** A copy with nothing in common with the original. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlain(value)) return copyOfInstance(value);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (name === '__proto__') Object.defineProperty(copy, name, { ...open, value: copyOf(value[name]) });
    else copy[name] = copyOf(value[name]);
  }
  return copy;
}

function copyOfInstance(value: object): object {
  if (value instanceof Date) return new Date(value);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [copyOf(key), copyOf(item)]));
  if (value instanceof Set) return new Set([...value].map(copyOf));
  return value;
}

function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value without members, each named by its path (`address.city`); a path leads through the items of lists. */
export function withoutMembers(value: unknown, paths: readonly string[]): unknown {
  return paths.reduce<unknown>((current, path) => without(current, path.split('.')), value);
}

function without(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, path));
  const [head = '', ...rest] = path;
  if (!isPlain(value) || !Object.hasOwn(value, head)) return value;
  const { [head]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [head]: without(inner, rest) };
}
