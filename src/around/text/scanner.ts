import { finiteNumber } from '../../json/parse-finite.js';

/** Goes past the value that stands where a scanner is. false for what the value itself has to decide: what does not fit, and what is no JSON. */
export type Scan = (scanner: Scanner) => boolean;

/** Digits with which each whole number is exact. */
const exactDigits = 15;

/** Deeper values are left to the parser. */
const deepest = 200;

/** A text in JSON (RFC 8259), gone through once from its start to its end, and the text that is made of it. */
export class Scanner {
  at = 0;
  /** Whether the last string has an escape. */
  isEscaped = false;
  #depth = 0;
  /** What stands before is written or left out. */
  #taken = 0;
  #written = '';

  constructor(readonly text: string) {}

  /** What is made of the text so far. */
  get result(): string {
    return this.#written + this.text.slice(this.#taken, this.at);
  }

  /** Writes another text in the place of a part, which is behind all that was replaced before. */
  replace(from: number, to: number, text: string): void {
    this.#written += this.text.slice(this.#taken, from) + text;
    this.#taken = to;
  }

  /** Goes past a character, and the white space in front of it. */
  take(code: number): boolean {
    let next = this.text.charCodeAt(this.at);
    if (next <= space) next = this.skipSpace();
    if (next !== code) return false;
    this.at += 1;
    return true;
  }

  /** Goes past white space. Returns the code of what stands behind it. */
  skipSpace(): number {
    let code = this.text.charCodeAt(this.at);
    while (code === space || code === lineFeed || code === carriageReturn || code === tab)
      code = this.text.charCodeAt((this.at += 1));
    return code;
  }

  takeText(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Goes past a string. Its escapes are looked at only where its value is read. */
  takeString(): boolean {
    const { text } = this;
    let { at } = this;
    if (text.charCodeAt(at) !== quote) return false;
    this.isEscaped = false;
    for (;;) {
      at += 1;
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (code === backslash) {
        this.isEscaped = true;
        at += 1;
      } else if (!(code >= space)) return false;
    }
    this.at = at + 1;
    return true;
  }

  /** The string that was gone past last, from its start; undefined for one with a wrong escape. */
  stringFrom(start: number): string | undefined {
    if (!this.isEscaped) return this.text.slice(start + 1, this.at - 1);
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      return undefined;
    }
  }

  /** Goes past a number; NaN for none. */
  takeNumber(): number {
    const { text } = this;
    const start = this.at;
    const isNegative = text.charCodeAt(start) === minus;
    const first = isNegative ? start + 1 : start;
    let at = first;
    let value = 0;
    let code = text.charCodeAt(at);
    for (; isDigit(code); code = text.charCodeAt(at)) {
      value = value * 10 + code - zero;
      at += 1;
    }
    const digits = at - first;
    if (digits === 0 || (digits > 1 && text.charCodeAt(first) === zero)) return Number.NaN;
    if (digits > exactDigits || code === dot || code === smallE || code === bigE) return this.#takeRest(start, at);
    this.at = at;
    return isNegative ? -value : value;
  }

  /** Goes past the fraction and the exponent of a number. */
  #takeRest(start: number, end: number): number {
    const { text } = this;
    let at = end;
    const takeDigits = () => {
      const first = at;
      while (isDigit(text.charCodeAt(at))) at += 1;
      return at > first;
    };
    if (text.charCodeAt(at) === dot) {
      at += 1;
      if (!takeDigits()) return Number.NaN;
    }
    const code = text.charCodeAt(at);
    if (code === smallE || code === bigE) {
      at += 1;
      const sign = text.charCodeAt(at);
      if (sign === minus || sign === plus) at += 1;
      if (!takeDigits()) return Number.NaN;
    }
    this.at = at;
    return finiteNumber(text.slice(start, at));
  }

  /** Goes past what is inside something, which may contain itself. */
  within(scan: Scan): boolean {
    if (this.#depth === deepest) return false;
    this.#depth += 1;
    const isFine = scan(this);
    this.#depth -= 1;
    return isFine;
  }
}

export const [quote, comma, colon, openList, closeList, openObject, closeObject] = [
  0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;
const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20] as const;
const [backslash, zero, plus, minus, dot, smallE, bigE] = [0x5c, 0x30, 0x2b, 0x2d, 0x2e, 0x65, 0x45] as const;

const isDigit = (code: number) => code >= zero && code <= 0x39;
