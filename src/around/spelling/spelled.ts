import { finiteNumber } from '../../json/parse-finite.js';

/** A value of a text in JSON, and where it stands in the text. */
export interface Spelled {
  readonly start: number;
  readonly end: number;
  /** Of an object, with each member that is there twice; null for anything else. */
  readonly members: readonly SpelledMember[] | null;
  /** Of a list; null for anything else. */
  readonly items: readonly Spelled[] | null;
}

export interface SpelledMember {
  readonly name: string;
  /** Where the text of its name begins and ends. */
  readonly start: number;
  readonly nameEnd: number;
  readonly value: Spelled;
}

/** Where each value of a text stands. The text is one that a parser has read, so nothing in it is looked at twice. */
export const spelledIn = (text: string): Spelled => new Reader(text).value();

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): Spelled {
    const code = this.#next();
    const start = this.#at;
    if (code === openObject) return { start, members: this.#members(), items: null, end: this.#at };
    if (code === openList) return { start, members: null, items: this.#items(), end: this.#at };
    if (code === quote) this.#at = endOfString(this.#text, start);
    else while (isScalarPart(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return { start, members: null, items: null, end: this.#at };
  }

  #members(): readonly SpelledMember[] {
    const members: SpelledMember[] = [];
    this.#at += 1;
    while (this.#next() !== closeObject) {
      if (members.length > 0) this.#at += 1;
      this.#next();
      const start = this.#at;
      const nameEnd = endOfString(this.#text, start);
      this.#at = nameEnd;
      this.#next();
      this.#at += 1;
      members.push({ name: textOf(this.#text, start, nameEnd), start, nameEnd, value: this.value() });
    }
    this.#at += 1;
    return members;
  }

  #items(): readonly Spelled[] {
    const items: Spelled[] = [];
    this.#at += 1;
    while (this.#next() !== closeList) {
      if (items.length > 0) this.#at += 1;
      items.push(this.value());
    }
    this.#at += 1;
    return items;
  }

  /** Goes past white space, and a byte order mark in front of all. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (code === space || (code <= carriageReturn && code >= tab) || code === byteOrderMark)
      code = this.#text.charCodeAt((this.#at += 1));
    return code;
  }
}

/** The value of a string, a number, true, false or null. */
export function scalarAt(text: string, { start, end }: Spelled): string | number | boolean | null {
  switch (text.charCodeAt(start)) {
    case quote:
      return textOf(text, start, end);
    case 0x74:
      return true;
    case 0x66:
      return false;
    case 0x6e:
      return null;
    default:
      return finiteNumber(text.slice(start, end));
  }
}

/** The value of a string between its quotes. */
const textOf = (text: string, start: number, end: number): string => {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
};

/** Where a string ends that starts at a quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
}

const isScalarPart = (code: number) =>
  code > space && code !== comma && code !== closeList && code !== closeObject && code <= 0x7a;

const [tab, carriageReturn, space, byteOrderMark] = [0x09, 0x0d, 0x20, 0xfeff] as const;
const [quote, comma, backslash, openList, closeList, openObject, closeObject] = [
  0x22, 0x2c, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;
