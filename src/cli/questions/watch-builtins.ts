const { getOwnPropertyDescriptor, is } = Object;
const { ownKeys } = Reflect;

const iterators = [
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
  ''[Symbol.iterator](),
].map((iterator) => Object.getPrototypeOf(iterator) as object);

const classes = { Array, Boolean, Function, Map, Number, Object, Promise, RegExp, Set, String, Symbol, WeakMap };

/** The objects of the language that reading a service relies on. */
const watched: readonly (readonly [string, object])[] = [
  ...Object.entries(classes).flatMap(([name, { prototype }]) => [[`${name}.prototype`, prototype]] as const),
  ...Object.entries({ ...classes, JSON, Reflect }).map(([name, value]) => [name, value] as const),
  ...iterators.map((iterator) => [`the prototype of ${Object.prototype.toString.call(iterator)}`, iterator] as const),
];

/** JSON.stringify calls it on every value, so that adding one is replacing what is written. */
const hook = 'toJSON';

interface Member {
  readonly home: string;
  readonly owner: object;
  readonly key: PropertyKey;
  readonly value: unknown;
  readonly get: unknown;
}

/**
 * Remembers the built-in functions of the language, and returns a function that names the first one that was replaced since. Functions that
 * were added, as polyfills do, are not replaced. Uses no built-in that it watches after the first call.
 */
export function watchBuiltins(): () => string | null {
  const members: Member[] = [...watched, ['globalThis', globalThis] as const].flatMap(([home, owner]) =>
    [
      ...new Set([...(home === 'globalThis' ? [...Object.keys(classes), 'JSON', 'Reflect'] : ownKeys(owner)), hook]),
    ].map((key) => {
      const { value, get } = getOwnPropertyDescriptor(owner, key) ?? {};
      return { home, owner, key, value, get };
    }),
  );
  const names = members.map(({ home, key }) => (home === 'globalThis' ? String(key) : `${home}.${String(key)}`));
  const count = members.length;
  return () => {
    for (let index = 0; index < count; index += 1) {
      const { owner, key, value, get } = members[index]!;
      const now = getOwnPropertyDescriptor(owner, key);
      if (!is(now?.value, value) || now?.get !== get) return names[index]!;
    }
    return null;
  };
}
