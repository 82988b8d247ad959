import type { IncomingHttpHeaders } from 'node:http';

/** What a representation is identified by. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: Date | null;
}

/** The opaque part of an entity tag, without what marks it as weak. */
const opaque = (tag: string) => tag.replace(/^W\//, '');
const tagsOf = (list: string) => list.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Whole seconds, which is all that a date in a header has. */
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);
const secondsIn = (text: string) => secondsOf(new Date(text));

/** How a request's conditions change its answer, in their order (RFC 9110, section 13.2.2). */
export function evaluateConditions(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): 'proceed' | 'unchanged' | 'failed' {
  const {
    'if-match': match,
    'if-unmodified-since': unmodified,
    'if-none-match': none,
    'if-modified-since': modified,
  } = headers;
  if (match !== undefined) {
    const isStrong = (tag: string) => tag === etag && !tag.startsWith('W/');
    if (match.trim() !== '*' && !tagsOf(match).some(isStrong)) return 'failed';
  } else if (unmodified !== undefined && lastModified && secondsOf(lastModified) > secondsIn(unmodified))
    return 'failed';
  const isSafe = method === 'GET' || method === 'HEAD';
  if (none !== undefined) {
    const isKnown = none.trim() === '*' || tagsOf(none).some((tag) => opaque(tag) === opaque(etag));
    return isKnown ? (isSafe ? 'unchanged' : 'failed') : 'proceed';
  }
  if (modified !== undefined && isSafe && lastModified && secondsOf(lastModified) <= secondsIn(modified))
    return 'unchanged';
  return 'proceed';
}

/** Whether what a client has is a part of this very representation (RFC 9110, section 13.1.5). */
export function isSameRepresentation(
  ifRange: string | undefined,
  { etag, lastModified }: Validators,
  now: number,
): boolean {
  if (ifRange === undefined) return true;
  if (/^(?:W\/)?"/.test(ifRange.trim())) return ifRange.trim() === etag && !etag.startsWith('W/');
  // A date is as good as a strong tag when it is a second old (RFC 9110, section 8.8.2.2).
  return (
    lastModified !== null &&
    secondsIn(ifRange) === secondsOf(lastModified) &&
    now / 1_000 - secondsOf(lastModified) >= 1
  );
}
