/** The prototype of a stream class without its constructor: its state is made when something first asks for it, which most requests never do. */
export function withoutState<Known extends object>(base: { readonly prototype: Known }): new () => Known {
  function Light(): void {}
  Light.prototype = base.prototype;
  return Light as unknown as new () => Known;
}

/** Defines what the constructor of a stream assigns, in place of the accessor of the same name. */
export function ownState(stream: object, name: string, value: unknown): void {
  Object.defineProperty(stream, name, { value, writable: true, configurable: true });
}

/** Gives an object its own copy of what its classes define, so that it keeps working when Express exchanges its prototype. */
export function ownMethods(stream: object): void {
  for (
    let from = Object.getPrototypeOf(stream) as object;
    from !== Object.prototype;
    from = Object.getPrototypeOf(from)
  ) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (name !== 'constructor' && !Object.hasOwn(stream, name))
        Object.defineProperty(stream, name, { ...descriptor, configurable: true });
  }
}
