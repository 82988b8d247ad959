import { LRUCache } from 'lru-cache';
import { canMatch, matchPattern } from '../../json/pattern/match-pattern.js';
import { sharedSteps } from '../../json/pattern/step-limit.js';

/** The most samples of a pattern. */
const maximumSamples = 24;

/** Samples longer than this are left out. */
const maximumLength = 10_000;

/** Texts of some 10 million characters together. */
const known = new LRUCache<string, readonly string[]>({
  maxSize: 10_000_000,
  sizeCalculation: (texts) => texts.reduce((sum, text) => sum + text.length, 100),
});

/** Texts that match a pattern, the shortest first; none where the pattern uses what svckit cannot make up. */
export function samplePattern(pattern: string): readonly string[] {
  const found = known.get(pattern);
  if (found) return found;
  const made = canMatch(pattern) ? (new PatternReader(pattern).read() ?? []) : [];
  const samples = [...new Set(made)]
    .filter((text) => matchPattern(pattern, text))
    .sort((left, right) => left.length - right.length);
  if ((sharedSteps()?.left ?? 0) >= 0) known.set(pattern, samples);
  return samples;
}

type Texts = readonly string[];

/** Reads a regular expression and lists texts on the way; look-arounds and back references are left out. */
class PatternReader {
  #at = 0;
  readonly #pattern: string;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): Texts | null {
    const texts = this.#choices();
    return this.#at < this.#pattern.length ? null : texts;
  }

  #choices(): Texts | null {
    let all = this.#sequence();
    while (all !== null && this.#take('|')) {
      const next = this.#sequence();
      all = next && few([...all, ...next]);
    }
    return all;
  }

  #sequence(): Texts | null {
    let all: Texts = [''];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!)) {
      const atom = this.#atom();
      if (atom === null) return null;
      all = join(all, this.#repeat(atom));
    }
    return all;
  }

  #atom(): Texts | null {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!);
    this.#at += character.length;
    if (character === '^' || character === '$') return [''];
    if (character === '.') return ['a', 'b', '0'];
    if (character === '[') return this.#set();
    if (character === '\\') return this.#escape();
    if (character !== '(') return [character];
    if (this.#take('?') && !this.#take(':') && !/^<\w+>/.test(this.#pattern.slice(this.#at))) return null;
    if (this.#pattern[this.#at] === '<') this.#at = this.#pattern.indexOf('>', this.#at) + 1;
    const inside = this.#choices();
    return this.#take(')') ? inside : null;
  }

  #escape(): Texts | null {
    const class_ = /^(?:[dDwWsSbB]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|[tnrfv0]|[^A-Za-z0-9])/.exec(
      this.#pattern.slice(this.#at),
    )?.[0];
    if (class_ === undefined) return null;
    this.#at += class_.length;
    return class_ === 'b' || class_ === 'B' ? [''] : charactersOf(`\\${class_}`);
  }

  #set(): Texts | null {
    const start = this.#at - 1;
    if (this.#pattern[this.#at] === '^') this.#at += 1;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']')
      this.#at += this.#pattern[this.#at] === '\\' ? 2 : 1;
    return this.#take(']') ? charactersOf(this.#pattern.slice(start, this.#at)) : null;
  }

  #repeat(atom: Texts): Texts {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#pattern.slice(this.#at));
    if (!found) return atom;
    this.#at += found[0].length;
    const sign = found[0][0]!;
    const min = sign === '+' ? 1 : sign === '{' ? Number(found[1]) : 0;
    const max =
      sign === '?' ? 1 : sign !== '{' || (found[2] && !found[3]) ? min + 2 : found[2] ? Number(found[3]) : min;
    const counts = [...new Set([min, min + 1, max])].filter((count) => count >= min && count <= max && count <= 200);
    return few(counts.flatMap((count) => (count === 0 ? [''] : atom.slice(0, 4).map((text) => text.repeat(count)))));
  }

  #take(character: string): boolean {
    if (this.#pattern[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}

/** Characters that stand for all others, the plainest first. */
const characters = [...'a0bA1 -_.é@#/zZ9~!$%&*+,:;=?^|()[]{}<>"\'`\\\n\t'];

function charactersOf(set: string): Texts | null {
  const isIn = (character: string) => matchPattern(`^${set}$`, character);
  const found = characters.filter(isIn).slice(0, 5);
  const written = [...set].filter((character) => !characters.includes(character) && isIn(character)).slice(0, 2);
  return found.length + written.length > 0 ? [...found, ...written] : null;
}

function join(left: Texts, right: Texts): Texts {
  if (left.length === 0 || right.length === 0) return [];
  return few([
    ...right.map((text) => left[0]! + text),
    ...left.slice(1).map((text) => text + right[0]!),
    ...left.slice(1).map((text, index) => text + right[(index + 1) % right.length]!),
  ]);
}

function few(texts: Texts): Texts {
  return [...new Set(texts)].filter(({ length }) => length <= maximumLength).slice(0, maximumSamples);
}
