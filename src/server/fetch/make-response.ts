import type { FlatHeaders } from '../../routing/matching/flat-headers.js';

/** Statuses without a body; a Response with one of them must have none. */
const bodiless = new Set([204, 205, 304]);

/** Workers would compress a body again whose `Content-Encoding` says how it is compressed. Other runtimes do not read it. */
const encodeBody = 'manual';

export type Body = string | Uint8Array | ReadableStream<Uint8Array> | null;

/** A Response whose fields were set one by one. */
export function makeResponse(
  body: Body,
  status: number,
  statusText: string | undefined,
  fields: [string, string][],
): Response {
  const sent = bodiless.has(status) ? null : body;
  // The runtime frames a body whose length it knows.
  const isFramed = sent !== null && !(sent instanceof ReadableStream);
  const headers = isFramed ? fields.filter(([name]) => !/^content-length$/i.test(name)) : fields;
  const isTyped = fields.some(([name]) => /^content-type$/i.test(name));
  const init = statusText ? { status, statusText, headers, encodeBody } : { status, headers, encodeBody };
  return new Response(withoutType(sent, isTyped), init as ResponseInit);
}

/** `fixed` are the fields of every answer of a route, and become Headers once; `own` are those of this one. */
export function makeWholeResponse(
  status: number,
  fixed: FlatHeaders,
  own: FlatHeaders,
  body: string | Uint8Array | undefined,
): Response {
  const known = preparedHeaders(fixed);
  const { headers, isTyped } = own.length === 0 ? known : withOwn(known, own);
  const sent = body === undefined || bodiless.has(status) ? null : body;
  return new Response(withoutType(sent, isTyped), { status, headers });
}

/** A Response gives a string without a type one of its own. */
const withoutType = (body: Body, isTyped: boolean) => (isTyped || typeof body !== 'string' ? body : Buffer.from(body));

/** What is sent as a whole: a string that UTF-8 encodes as asked, or bytes. */
export function wholeBody(chunk: unknown, encoding: unknown): string | Uint8Array | null {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== 'string') return null;
  if (typeof encoding !== 'string' || /^utf-?8$/i.test(encoding)) return chunk;
  const isAscii = encoding === 'latin1' && Buffer.byteLength(chunk) === chunk.length;
  return isAscii ? chunk : Buffer.from(chunk, encoding as BufferEncoding);
}

interface PreparedHeaders {
  readonly headers: Headers;
  readonly isTyped: boolean;
}

const prepared = new WeakMap<FlatHeaders, PreparedHeaders>();

/** Runtimes copy Headers faster than they read a record. */
function preparedHeaders(fixed: FlatHeaders): PreparedHeaders {
  const known = prepared.get(fixed);
  if (known !== undefined) return known;
  const made = withOwn({ headers: new Headers() }, fixed);
  prepared.set(fixed, made);
  return made;
}

function withOwn({ headers }: Pick<PreparedHeaders, 'headers'>, own: FlatHeaders): PreparedHeaders {
  const all = new Headers(headers);
  for (let index = 0; index < own.length; index += 2) all.append(own[index]!, own[index + 1]!);
  return { headers: all, isTyped: all.has('Content-Type') };
}
