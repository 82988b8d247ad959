import type { ServerResponse } from 'node:http';
import { isNamed, isTouched } from '../../server/headers/merge-headers.js';

/** The head of an answer, as changes read and write it: a response of Node has one. */
export interface AnswerHead {
  statusCode: number;
  statusMessage: string;
  getHeader(name: string): number | string | string[] | undefined;
  hasHeader(name: string): boolean;
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  removeHeader(name: string): void;
}

/** The head of an answer as a list of names and values: to set them one by one on a response of Node costs more than to send them at once. */
export class HeadList implements AnswerHead {
  statusCode: number;
  statusMessage: string;
  readonly #fields: string[];

  constructor(status: number, reason: string | undefined, fields: string[]) {
    this.statusCode = status;
    this.statusMessage = reason ?? '';
    this.#fields = fields;
  }

  getHeader(name: string): string | string[] | undefined {
    const first = this.#find(name, 0);
    if (first < 0) return undefined;
    const values = [this.#fields[first + 1]!];
    for (let at = this.#find(name, first + 2); at >= 0; at = this.#find(name, at + 2))
      values.push(this.#fields[at + 1]!);
    return values.length === 1 ? values[0] : values;
  }

  hasHeader(name: string): boolean {
    return this.#find(name, 0) >= 0;
  }

  /** A field that is there keeps the case of its name. */
  setHeader(name: string, value: number | string | readonly string[]): void {
    const fields = this.#fields;
    const found = this.#find(name, 0);
    if (found >= 0) this.#removeFrom(name, found + 2);
    const at = found < 0 ? fields.length : found;
    if (typeof value === 'object') fields.splice(at, 2, ...value.flatMap((one) => [name, one]));
    else {
      fields[at] ??= name;
      fields[at + 1] = String(value);
    }
  }

  removeHeader(name: string): void {
    this.#removeFrom(name, 0);
  }

  /** The values of all fields. */
  get values(): readonly string[] {
    return this.#fields.filter((_, at) => at % 2 === 1);
  }

  /** Begins a response with it. */
  writeOn(res: ServerResponse): void {
    if (isTouched(res)) this.placeOn(res);
    else writeFields(res, this.statusCode, this.statusMessage, this.#fields);
  }

  /** Adds it to what a response that has not begun has already. */
  placeOn(res: ServerResponse): void {
    res.statusCode = this.statusCode;
    if (this.statusMessage) res.statusMessage = this.statusMessage;
    for (let at = 0; at < this.#fields.length; at += 2) res.appendHeader(this.#fields[at]!, this.#fields[at + 1]!);
  }

  #removeFrom(name: string, start: number): void {
    for (let at = this.#find(name, start); at >= 0; at = this.#find(name, at)) this.#fields.splice(at, 2);
  }

  /** The position of a name, from another one on; -1 for none. */
  #find(name: string, start: number): number {
    for (let at = start; at < this.#fields.length; at += 2) if (isNamed(this.#fields[at]!, name)) return at;
    return -1;
  }
}

/** Writes a head of names and values, one after the other. */
export function writeFields(res: ServerResponse, status: number, reason: string | undefined, fields: string[]): void {
  if (reason) res.writeHead(status, reason, fields);
  else res.writeHead(status, fields);
}
