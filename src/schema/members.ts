type Values = Readonly<Record<string, unknown>>;

/** Reads a member, also a getter of a class. What every object inherits, such as `constructor`, is no member. */
export function readerOf(name: string): (value: Values) => unknown {
  return name in Object.prototype
    ? (value) => (Object.hasOwn(value, name) ? value[name] : undefined)
    : (value) => value[name];
}

/** Source text that reads a member of `value`, as `readerOf` does. */
export function memberText(name: string): string {
  const text = JSON.stringify(name);
  return name in Object.prototype ? `(Object.hasOwn(value, ${text}) ? value[${text}] : undefined)` : `value[${text}]`;
}

/** Source text that names a member in an object literal. */
export const keyText = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name));

/** Assigning `__proto__` would set the prototype. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
