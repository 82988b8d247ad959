import type { ServerResponse } from 'node:http';
import { parseCookie, parseSetCookie, stringifySetCookie } from 'cookie';

/** What a browser does with a cookie; left out: the whole host gets it, over TLS, until the browser closes, and no script reads it. */
export interface CookieOptions {
  /** Seconds. */
  readonly maxAge?: number;
  readonly expires?: Date;
  /** '/' by default. */
  readonly path?: string;
  /** Sends the cookie to the hosts below this one too. */
  readonly domain?: string;
  /** true by default; browsers take such a cookie from http://localhost as well. */
  readonly secure?: boolean;
  /** true by default. */
  readonly httpOnly?: boolean;
  /** 'lax' by default: other sites' forms and scripts do not send it. */
  readonly sameSite?: 'lax' | 'strict' | 'none';
  /** Keeps one copy for each site that embeds this one. */
  readonly partitioned?: boolean;
}

/** The cookies of a request by name, decoded; the first of two with one name, which has the longer path (RFC 6265, section 5.4). */
export const readCookies = (header: string | undefined): Readonly<Record<string, string | undefined>> =>
  parseCookie(header ?? '');

/** Bytes; browsers drop larger cookies without a word. */
const largest = 4096;

/** Adds a cookie to the answer (RFC 6265, section 4.1), in place of one with the same name, domain and path. Throws a TypeError for what browsers refuse. */
export function setCookie(res: ServerResponse, name: string, value: string, options: CookieOptions = {}): void {
  const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'lax', ...options, name, value } as const;
  const reason = refusal(cookie);
  if (reason !== null) throw new TypeError(`The cookie ${name}: ${reason}`);
  const line = stringifySetCookie(cookie);
  const size = Buffer.byteLength(line);
  if (size > largest)
    throw new TypeError(`The cookie ${name}: it has ${size} bytes, and browsers keep up to ${largest}.`);
  const others = [res.getHeader('Set-Cookie') ?? []].flat().map(String);
  res.setHeader('Set-Cookie', [...others.filter((other) => !isSame(parseSetCookie(other), cookie)), line]);
}

/** Makes the browser forget a cookie, which was set with the same `path` and `domain`. */
export function clearCookie(
  res: ServerResponse,
  name: string,
  options: Omit<CookieOptions, 'maxAge' | 'expires'> = {},
): void {
  setCookie(res, name, '', { ...options, maxAge: 0, expires: new Date(0) });
}

/** The rules of browsers (draft-ietf-httpbis-rfc6265bis, sections 4.1.3 and 5.7); null for a cookie that they keep. */
function refusal({
  name,
  secure,
  path,
  domain,
  sameSite,
  partitioned,
}: CookieOptions & { readonly name: string }): string | null {
  const isHost = /^__Host-/i.test(name);
  const needsSecure = isHost || /^__Secure-/i.test(name) || sameSite === 'none' || partitioned === true;
  if (needsSecure && !secure) return 'browsers take it only with secure: true.';
  if (isHost && path !== '/') return "a name with __Host- needs path: '/'.";
  if (isHost && domain !== undefined) return 'a name with __Host- takes no domain.';
  return null;
}

function isSame(one: ReturnType<typeof parseSetCookie>, other: CookieOptions & { readonly name: string }): boolean {
  return one.name === other.name && (one.path ?? '/') === other.path && one.domain === other.domain;
}
