/** Whether a version is in a range of package.json: `>=20.19`, `^4.0.0`, `0.1.0`, or several with `||`. */
export function satisfiesRange(version: string, range: string): boolean {
  const own = numbersOf(version);
  return range.split('||').some((part) => {
    const [, sign = '', least = ''] = /^\s*(\^|>=)?\s*v?(\S+)\s*$/.exec(part) ?? [];
    const bound = numbersOf(least);
    const order = compare(own, bound);
    if (sign === '>=') return order >= 0;
    if (sign === '') return order === 0;
    const fixed = bound.findIndex((number) => number > 0);
    return order >= 0 && own.slice(0, fixed + 1).join('.') === bound.slice(0, fixed + 1).join('.');
  });
}

const numbersOf = (version: string) =>
  [0, 1, 2].map((index) => Number.parseInt(version.split('.')[index] ?? '0', 10) || 0);

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : one[at]! - other[at]!;
}
