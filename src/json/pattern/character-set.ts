import type { AST } from '@eslint-community/regexpp';

/** Characters from one code to another, both included. */
export type Range = readonly [from: number, to: number];

/** The characters that one step of a pattern reads. */
export interface CharacterSet {
  readonly has: (code: number) => boolean;
  /** In order and apart. */
  readonly ranges: () => readonly Range[];
}

type SetNode = AST.Character | AST.CharacterSet | AST.CharacterClass;

const sets = new WeakMap<SetNode, CharacterSet>();

/** Reads a character or a set such as `\d` or `[a-z]`, each once; its ranges are worked out when they are needed. */
export function characterSet(node: SetNode, isUnicode: boolean): CharacterSet {
  const known = sets.get(node) ?? readSet(node, isUnicode);
  sets.set(node, known);
  return known;
}

function readSet(node: SetNode, isUnicode: boolean): CharacterSet {
  if (node.type === 'Character') {
    const { value } = node;
    return { has: (code) => code === value, ranges: () => [[value, value]] };
  }
  let found: readonly Range[] | null = null;
  const ranges = () => (found ??= rangesOf(node, isUnicode ? 0x10ffff : 0xffff));
  const known: boolean[] = [];
  const has = (code: number) => (code < 128 ? (known[code] ??= isWithin(ranges(), code)) : isWithin(ranges(), code));
  return { has, ranges };
}

const letters: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** Letters, digits and the underscore, which `\b` treats as parts of words. */
export const wordCharacters: CharacterSet = { has: (code) => isWithin(letters, code), ranges: () => letters };

const digits: readonly Range[] = [[0x30, 0x39]];
const lineEnds: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const spaces: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

function rangesOf(node: SetNode | AST.CharacterClassElement, last: number): readonly Range[] {
  switch (node.type) {
    case 'Character':
      return [[node.value, node.value]];
    case 'CharacterClassRange':
      return [[node.min.value, node.max.value]];
    case 'CharacterClass':
      return withSign(node.negate, joined(node.elements.flatMap((element) => rangesOf(element, last))), last);
    case 'CharacterSet':
      return rangesOfEscape(node, last);
    default:
      throw new TypeError(`${node.type} is not supported.`);
  }
}

function rangesOfEscape(node: AST.CharacterSet, last: number): readonly Range[] {
  if (node.kind === 'any') return complement(lineEnds, last);
  if (node.kind === 'property') return rangesOfProperty(node.raw);
  const ranges = node.kind === 'digit' ? digits : node.kind === 'word' ? letters : spaces;
  return withSign(node.negate, ranges, last);
}

const withSign = (isNegated: boolean, ranges: readonly Range[], last: number) =>
  isNegated ? complement(ranges, last) : ranges;

function joined(ranges: readonly Range[]): readonly Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([left], [right]) => left - right)) {
    const before = result.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else result.push([from, to]);
  }
  return result;
}

function complement(ranges: readonly Range[], last: number): readonly Range[] {
  const starts = [0, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), last];
  return starts.flatMap((from, index): readonly Range[] => (from <= ends[index]! ? [[from, ends[index]!]] : []));
}

function isWithin(ranges: readonly Range[], code: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]![1] < code) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]![0] <= code;
}

const properties = new Map<string, readonly Range[]>();

/** JavaScript's own expression knows which characters have a property. */
function rangesOfProperty(property: string): readonly Range[] {
  const known = properties.get(property);
  if (known) return known;
  const runs = everyCharacter().flatMap((text) => text.match(new RegExp(`${property}+`, 'gu')) ?? []);
  const halves: readonly Range[] = new RegExp(property, 'u').test('\ud800') ? [[0xd800, 0xdfff]] : [];
  const ranges = joined([...runs.map((run): Range => [run.codePointAt(0)!, lastCodeOf(run)]), ...halves]);
  properties.set(property, ranges);
  return ranges;
}

function lastCodeOf(text: string): number {
  const pair = text.codePointAt(text.length - 2) ?? 0;
  return pair > 0xffff ? pair : text.charCodeAt(text.length - 1);
}

let characters: readonly string[] | null = null;

/** Every character in order, in the texts before and after the halves of pairs. */
function everyCharacter(): readonly string[] {
  const write = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
  return (characters ??= [write(0, 0xd7ff), write(0xe000, 0x10ffff)]);
}
