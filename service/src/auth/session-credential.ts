import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const plainName = 'svc.session_token';

/**
 * The name of the session cookie. Over TLS only the one with the prefix counts: browsers take it from TLS alone, so that nobody
 * on plain HTTP can plant it (RFC 6265bis, section 4.1.3.1).
 */
export const sessionCookieName = (secure: boolean): string => (secure ? `__Secure-${plainName}` : plainName);

const bearer = /^bearer +([A-Za-z0-9._~+/=%-]+) *$/i;
const tokenShape = /^[A-Za-z0-9]{32}$/;

/** The credential of a request: a bearer token, or a session cookie, which must be signed. */
export function readCredential({ authorization, cookie }: IncomingHttpHeaders, secure: boolean): string | null {
  const match = authorization === undefined ? null : bearer.exec(authorization);
  if (match) return decode(match[1]!);
  if (cookie === undefined) return null;
  const name = sessionCookieName(secure);
  const value = decode(cookiePairs(cookie).find(([own]) => own === name)?.[1] ?? '');
  return value.includes('.') ? value : null;
}

/** A Cookie header with the credential as its only session cookie, or with none: parsers differ in which of two they take. */
export function withSessionCookie(header: string, credential: string | null, secure: boolean): string {
  const names = [sessionCookieName(true), sessionCookieName(false)];
  const others = cookiePairs(header).filter(([name]) => !names.includes(name));
  const own = credential === null ? [] : [[sessionCookieName(secure), encodeURIComponent(credential)]];
  return [...others, ...own].map(([name, value]) => `${name}=${value}`).join('; ');
}

function cookiePairs(header: string): readonly (readonly [name: string, value: string])[] {
  return header.split(';').flatMap((part) => {
    const equals = part.indexOf('=');
    return equals < 0 ? [] : [[part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const];
  });
}

/** The session token inside a credential: bare, or followed by a dot and its HMAC-SHA-256; null when it is neither. */
export function readToken(credential: string, secret: string): string | null {
  const dot = credential.indexOf('.');
  const token = dot < 0 ? credential : credential.slice(0, dot);
  if (!tokenShape.test(token)) return null;
  return dot < 0 || isSignature(credential.slice(dot + 1), token, secret) ? token : null;
}

/** How tokens are stored. They have 190 random bits, so a plain hash cannot be brute-forced. */
export function hashToken(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('base64url')}`;
}

function isSignature(signature: string, token: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
