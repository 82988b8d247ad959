/** The members that a function reads by name of a value, as paths; those that it only passes on with the rest are not read. */
export function readPaths(value: unknown, run: (value: unknown) => void): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  run(watched(value, [], (path) => void paths.push(path)));
  return paths;
}

function watched(value: unknown, path: readonly string[], note: (path: readonly string[]) => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let copied: PropertyKey | null = null;
  return new Proxy(value, {
    // What is copied with the rest is asked for just before it is read.
    getOwnPropertyDescriptor(target, name) {
      copied = name;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return member;
      const own = [...path, name];
      const isScalar = typeof member !== 'object' || member === null;
      if (isScalar && copied !== name) note(own);
      copied = null;
      return watched(member, own, note);
    },
  });
}
