/**
 * Goes past the value that stands where a scanner is. false for what the value itself has to decide: what does not fit, what is no JSON,
 * and what JSON.stringify() would write as another value.
 */
export type Scan = (scanner: Scanner) => boolean;

/** Digits with which each whole number is exact. */
const exactDigits = 15;

/** Deeper values are left to the parser. */
const deepest = 200;

/** A text in JSON (RFC 8259) without white space, gone through once from its start to its end, and the text that is made of it. */
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

  take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
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

  /** Goes past a number; NaN for none, and for one that may be rounded or is written otherwise, such as 1e3, -0 and 2^53. */
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
    if (digits === 0 || digits > exactDigits || (digits > 1 && text.charCodeAt(first) === zero)) return Number.NaN;
    if (code === dot) {
      do at += 1;
      while (isDigit((code = text.charCodeAt(at))));
      if (text.charCodeAt(at - 1) === dot) return Number.NaN;
      value = Number(text.slice(first, at));
    }
    if (code === smallE || code === bigE || (isNegative && value === 0)) return Number.NaN;
    this.at = at;
    return isNegative ? -value : value;
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
const [space, backslash, zero, minus, dot, smallE, bigE] = [0x20, 0x5c, 0x30, 0x2d, 0x2e, 0x65, 0x45] as const;

const isDigit = (code: number) => code >= zero && code <= 0x39;
