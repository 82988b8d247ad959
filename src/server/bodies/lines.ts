import { isAscii } from 'node:buffer';
import { HttpError } from '../../routing/table/http-error.js';

const [newline, carriageReturn, tab, space] = [0x0a, 0x0d, 0x09, 0x20];
const lineEnd = Buffer.of(newline);

/** The lines of a body as it comes, without blank ones and without their ends. */
export class Lines {
  #chunk: Buffer = Buffer.alloc(0);
  /** The chunk where it is ASCII, whose lines need no look at each byte. */
  #text: string | null = null;
  #at = 0;
  /** Of a line that earlier chunks began. */
  readonly #parts: Buffer[] = [];
  /** Bytes of the next line, and of the blank lines before it. */
  #size = 0;
  #total = 0;

  constructor(
    readonly maxBytes: number,
    readonly maxLineBytes: number,
  ) {}

  /** Takes the next chunk; null at the end of the body, which ends its last line. */
  add(chunk: Buffer | null): void {
    this.#total += chunk?.length ?? 0;
    if (this.#total > this.maxBytes) throw tooLarge(`The body is larger than ${this.maxBytes} bytes.`);
    this.#chunk = chunk ?? lineEnd;
    this.#text = isAscii(this.#chunk) ? this.#chunk.toString('latin1') : null;
    this.#at = 0;
  }

  /** The next line that is complete, as text where it is ASCII; null when more has to come. */
  next(): Buffer | string | null {
    if (this.#parts.length === 0) this.#skipBlank();
    const start = this.#at;
    const end = this.#text === null ? this.#chunk.indexOf(newline, start) : this.#text.indexOf('\n', start);
    this.#at = end < 0 ? this.#chunk.length : end + 1;
    this.#count((end < 0 ? this.#at : end) - start);
    if (end >= 0 && this.#parts.length === 0) {
      this.#size = 0;
      return this.#text?.slice(start, end) ?? this.#chunk.subarray(start, end);
    }
    if (this.#at > start) this.#parts.push(this.#chunk.subarray(start, end < 0 ? this.#at : end));
    return end < 0 ? null : this.#takeParts();
  }

  #skipBlank(): void {
    const start = this.#at;
    while (this.#at < this.#chunk.length && isBlank(this.#chunk[this.#at]!)) this.#at += 1;
    this.#count(this.#at - start);
  }

  #count(bytes: number): void {
    this.#size += bytes;
    if (this.#size > this.maxLineBytes)
      throw tooLarge(`An item of the body is larger than ${this.maxLineBytes} bytes.`);
  }

  #takeParts(): Buffer {
    const line = Buffer.concat(this.#parts);
    this.#parts.length = this.#size = 0;
    return line;
  }
}

const tooLarge = (detail: string) => new HttpError(413, detail);

const isBlank = (byte: number) => byte === newline || byte === space || byte === carriageReturn || byte === tab;
