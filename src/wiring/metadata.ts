// Node 20 has no Symbol.metadata, and without it compilers pass no metadata object to decorators.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

export type Class<T = unknown> = abstract new (...args: never[]) => T;
export type Constructor<T = unknown> = new () => T;

type Metadata = Record<symbol, unknown>;

/** What a decorator knows about the class or the method that it decorates. */
export interface Decorated {
  readonly kind: 'class' | 'method';
  readonly name: PropertyKey;
  readonly isStatic: boolean;
  readonly isPrivate: boolean;
  /** Shared by all decorators of a class and its methods; inherits that of the superclass. */
  readonly metadata: Metadata;
}

/**
 * Reads the arguments of a decorator: a standard one (TC39) gets a context, one under `experimentalDecorators` a class, or a prototype
 * and a name. Throws where a compiler passes no metadata.
 */
export function readDecorated(target: unknown, given: unknown): Decorated {
  if (typeof given !== 'object' || given === null) return readExperimental(target as Class | object, given);
  const { kind, name, static: isStatic = false, private: isPrivate = false, metadata } = given as StandardContext;
  if (metadata) return { kind, name, isStatic, isPrivate, metadata };
  throw new TypeError(
    'This code was compiled by a tool that passes no metadata to decorators. ' +
      'Compile it with TypeScript 5.2 or esbuild 0.24 or later, or run it with svc serve.',
  );
}

interface StandardContext extends Pick<Decorated, 'kind' | 'name'> {
  readonly static?: boolean;
  readonly private?: boolean;
  readonly metadata?: Metadata;
}

function readExperimental(target: Class | object, name: unknown): Decorated {
  const isClass = typeof target === 'function';
  const owner = (isClass ? target : target.constructor) as Class;
  const beside = { isStatic: isClass, isPrivate: false, metadata: ownMetadata(owner) };
  return name === undefined
    ? { kind: 'class', name: owner.name, ...beside }
    : { kind: 'method', name: name as PropertyKey, ...beside };
}

/** What a compiler of standard decorators makes for each decorated class. */
function ownMetadata(owner: Class): Metadata {
  if (!Object.hasOwn(owner, Symbol.metadata))
    Object.defineProperty(owner, Symbol.metadata, { value: Object.create(classMetadata(owner)), configurable: true });
  return classMetadata(owner)!;
}

/** A class's own record under `key`, created empty when missing. */
export function ownRecord<T extends object>(metadata: Metadata, key: symbol): T {
  if (!Object.hasOwn(metadata, key)) metadata[key] = {};
  return metadata[key] as T;
}

/** What a class and its superclasses declared under `key`, the topmost superclass first. */
export function readMetadataChain<T>(target: Class, key: symbol): readonly T[] {
  const chain: T[] = [];
  let metadata = classMetadata(target);
  for (; metadata; metadata = Object.getPrototypeOf(metadata) as Metadata | null) {
    if (Object.hasOwn(metadata, key)) chain.unshift(metadata[key] as T);
  }
  return chain;
}

export function readOwnMetadata<T>(target: Class, key: symbol): T | undefined {
  const metadata = classMetadata(target);
  return metadata && Object.hasOwn(metadata, key) ? (metadata[key] as T) : undefined;
}

/** A subclass without decorators inherits its superclass's record, which is not its own. */
function classMetadata(target: Class): Metadata | null {
  return (target as { [Symbol.metadata]?: Metadata | null })[Symbol.metadata] ?? null;
}
