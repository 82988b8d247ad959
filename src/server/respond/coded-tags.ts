import type { IncomingMessage } from 'node:http';
import type { Coding } from './content-coding.js';

/** Each coding of a response has a strong entity tag of its own (RFC 9110, section 8.8.3.3): `"a1"` becomes `"a1--gzip"`. */
export function codedTag(tag: string, coding: Coding): string {
  return /^".*"$/.test(tag) ? `${tag.slice(0, -1)}--${coding}"` : tag;
}

/** The tags of a condition as the handler made them, and the coding that they had; null when they had none. */
function uncodedTags(tags: string): { readonly tags: string; readonly coding: Coding } | null {
  const coding = /--(br|gzip)"/.exec(tags)?.[1] as Coding | undefined;
  return coding === undefined ? null : { tags: tags.replaceAll(/--(?:br|gzip)"/g, '"'), coding };
}

/** Gives a handler the entity tags that it made itself, in a request's conditions; says which coding the client's copy has. */
export function restoreTags({ headers }: IncomingMessage): Coding | null {
  let last: Coding | null = null;
  for (const name of ['if-match', 'if-none-match', 'if-range'] as const) {
    const sent = headers[name];
    const found = typeof sent === 'string' ? uncodedTags(sent) : null;
    if (found === null) continue;
    headers[name] = found.tags;
    last = found.coding;
    // Ranges are of the bytes before compression, which do not continue a compressed copy.
    if (name === 'if-range') delete headers.range;
  }
  return last;
}
