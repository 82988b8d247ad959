// Node 20 has no Symbol.metadata, and without it compilers pass no metadata object to decorators.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

export type Class<T = unknown> = abstract new (...args: never[]) => T;
export type Constructor<T = unknown> = new () => T;

type Metadata = Record<symbol, unknown>;

/** The metadata object of a class's decorators; throws when the compiler passes none. */
export function metadataOf(context: unknown): Metadata {
  const metadata = (context as { metadata?: Metadata } | undefined)?.metadata;
  if (typeof metadata === 'object' && metadata !== null) return metadata;
  throw new TypeError(
    "svckit's decorators are standard (TC39) decorators, and this code was compiled without them. " +
      'Remove experimentalDecorators from tsconfig.json and compile for es2022, or run it with svc serve, which does both.',
  );
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
