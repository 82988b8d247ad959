type Constructor = abstract new (...args: never) => object;
type Branded = Readonly<Record<symbol, unknown>> | null | undefined;

const own = Function.prototype[Symbol.hasInstance];

/**
 * Makes `instanceof` of a class true for instances of the same class in another copy of svckit: a package of controllers may bring its own, and what
 * it throws and returns reaches the copy that serves. Subclasses recognise their own instances only.
 */
export function shareClass(shared: Constructor, name: string): void {
  const brand = Symbol.for(`svckit.${name}`);
  Object.defineProperty(shared.prototype, brand, { value: true });
  Object.defineProperty(shared, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      return this === shared ? (value as Branded)?.[brand] === true : own.call(this, value);
    },
  });
}
