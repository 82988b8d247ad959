type Json = Readonly<Record<string, unknown>> | readonly unknown[];

export interface Difference {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed';
}

/** Where `current` differs from `previous`, outermost places only, in the order of `previous` and then of `current`. */
export function findDifferences(previous: unknown, current: unknown, pointer = ''): readonly Difference[] {
  if (!isTree(previous) || !isTree(current) || Array.isArray(previous) !== Array.isArray(current)) {
    return Object.is(previous, current) ? [] : [{ pointer, kind: 'changed' }];
  }
  const keys = [...new Set([...Object.keys(previous), ...Object.keys(current)])];
  return keys.flatMap((key): readonly Difference[] => {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(current, key)) return [{ pointer: place, kind: 'removed' }];
    if (!Object.hasOwn(previous, key)) return [{ pointer: place, kind: 'added' }];
    return findDifferences(member(previous, key), member(current, key), place);
  });
}

const isTree = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const member = (tree: Json, key: string) => (tree as Readonly<Record<string, unknown>>)[key];
