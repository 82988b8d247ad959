import { isIdentifier, isReserved, keyOf, memberOf } from './write.js';

/** A member of what a converter returns, or with null as its path one that is written out already. */
export interface Entry {
  readonly path: readonly string[] | null;
  /** Its value, given how members of what the converter takes are read. */
  readonly value: (read: (path: string) => string) => string;
}

/** A converter that takes some members out of its value, and puts others in. */
export function arrow(taken: readonly string[], entries: readonly Entry[], rest = 'value'): string {
  const { parameter, written } = converter(taken, entries, rest);
  return `${parameter} => ${written === rest ? rest : `(${written})`}`;
}

/** The parameter of a converter, with parentheses, and what it returns. */
export function converter(taken: readonly string[], given: readonly Entry[], rest: string) {
  const entries = given.map(({ path, value }) => ({ path, value: value((from) => variableAt(from, taken, rest)) }));
  const used = entries.map(({ value }) => value).join(' ');
  const names = taken.map((name) => {
    const variable = variableOf(name, taken, rest);
    const isUsed = new RegExp(String.raw`(?<![\w.'])${variable.replaceAll('$', String.raw`\$`)}(?!\w)`).test(used);
    const target = isUsed ? variable : variable.startsWith('_') ? variable : `_${variable}`;
    return target === name ? name : `${keyOf(name)}: ${target}`;
  });
  const parameter = taken.length > 0 ? `({ ${names.join(', ')}, ...${rest} })` : `(${rest})`;
  const members = [...nested(entries), ...entries.flatMap(({ path, value }) => (path === null ? [value] : []))];
  return { parameter, written: members.length > 0 ? `{ ...${rest}, ${members.join(', ')} }` : rest };
}

interface Written {
  readonly path: readonly string[] | null;
  readonly value: string;
}

/** Members of one object together: `at: { city, street }`. */
function nested(entries: readonly Written[]): readonly string[] {
  const heads = [...new Set(entries.flatMap(({ path }) => path?.[0] ?? []))];
  return heads.map((head) => {
    const own = entries.filter(({ path }) => path?.[0] === head);
    const [only] = own;
    if (only!.path!.length === 1) return only!.value === head ? head : `${keyOf(head)}: ${only!.value}`;
    const inner = own.map(({ path, value }) => ({ path: path!.slice(1), value }));
    return `${keyOf(head)}: { ${nested(inner).join(', ')} }`;
  });
}

const variableOf = (name: string, taken: readonly string[], rest: string) =>
  isIdentifier(name) && name !== rest && !isReserved(name) ? name : `_${taken.indexOf(name)}`;

function variableAt(path: string, taken: readonly string[], rest: string): string {
  const [head = '', ...inner] = path.split('.');
  return inner.reduce(memberOf, variableOf(head, taken, rest));
}
