import type { ServerResponse } from 'node:http';
import { uniteVary } from '../../routing/matching/flat-headers.js';
import { headerPairs } from '../headers/merge-headers.js';
import { codedTag } from './coded-tags.js';
import type { Coding } from './content-coding.js';

/** The head of an answer that waits for its body: what `writeHead` got, over what was set before. */
export class WaitingHead {
  readonly #res: ServerResponse;
  readonly status: number;
  readonly #reason: readonly unknown[];
  #given: object | null;

  /** `rest` is what `writeHead` got behind the status. */
  constructor(res: ServerResponse, status: number, rest: readonly unknown[]) {
    const given = rest.at(-1);
    this.#res = res;
    this.status = status;
    this.#reason = rest.filter((part) => typeof part === 'string');
    this.#given = typeof given === 'object' ? given : null;
  }

  /** What `writeHead` is called with. */
  get parts(): readonly unknown[] {
    return [this.status, ...this.#reason, ...(this.#given === null ? [] : [this.#given])];
  }

  field(name: string): string | undefined {
    const given = headerPairs(this.#given ?? {}).find(([own]) => own.toLowerCase() === name);
    const value = given ? given[1] : this.#res.getHeader(name);
    return value === undefined ? undefined : String(value);
  }

  /** Sets what `writeHead` got on the response, where a name replaces what was set before. */
  setFields(): void {
    const fields = headerPairs(this.#given ?? {});
    for (const [name] of fields) this.#res.removeHeader(name);
    for (const [name, value] of fields) {
      for (const text of [value].flat()) if (text !== undefined) this.#res.appendHeader(name, String(text));
    }
    this.#given = null;
  }

  /** Gives the entity tag the form that it has in a coding. */
  tagAs(coding: Coding): void {
    const tag = this.field('etag');
    if (tag === undefined) return;
    this.setFields();
    this.#res.setHeader('ETag', codedTag(tag, coding));
  }

  vary(): void {
    this.setFields();
    this.#res.setHeader('Vary', uniteVary(String(this.#res.getHeader('vary') ?? ''), 'Accept-Encoding'));
  }

  /** Describes a body in a coding. */
  describe(coding: Coding): void {
    this.vary();
    this.tagAs(coding);
    this.#res.setHeader('Content-Encoding', coding);
    this.#res.removeHeader('Accept-Ranges');
    this.#res.removeHeader('Content-Length');
  }
}
