import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Name of the session cookie over plain HTTP; behind TLS it has the prefix `__Secure-`. */
export const sessionCookieName = 'svc.session_token';

const bearer = /^bearer +([A-Za-z0-9._~+/=%-]+) *$/i;
const cookie = /(?:^|; *)(?:__Secure-)?svc\.session_token=([^;]*)/;
const tokenShape = /^[A-Za-z0-9]{32}$/;

/** The credential of a request: a bearer token, or a session cookie, which must be signed. */
export function readCredential(headers: IncomingHttpHeaders): string | null {
  const authorization = headers.authorization;
  if (authorization !== undefined) {
    const match = bearer.exec(authorization);
    if (match) return decode(match[1]!);
  }
  const match = headers.cookie === undefined ? null : cookie.exec(headers.cookie);
  const value = match ? decode(match[1]!) : '';
  return value.includes('.') ? value : null;
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
