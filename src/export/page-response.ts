import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { originForm } from '../routing/table/path.js';
import { responseOfBytes } from '../routing/table/response-of-bytes.js';
import type { OpenApiDocument } from './document/open-api.js';
import { readLogins } from './logins.js';

/** The path prefix of the app where it is mounted in another one; empty otherwise. */
export function mountPoint(req: IncomingMessage & { readonly originalUrl?: string }, own: string): string {
  const path = originForm(req.originalUrl ?? req.url ?? '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
  return path.endsWith(own) ? path.slice(0, path.length - own.length) : '';
}

/** The content with its entity tag, or 304 if the caller already has it (RFC 9110, section 13.1.2). */
export function respond(
  req: IncomingMessage,
  tag: string,
  mediaType: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Response {
  const sent = req.headers['if-none-match'];
  const matches = sent === '*' || sent?.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
  if (matches) return new Response(null, { status: 304, headers: { ETag: tag, ...headers } });
  return responseOfBytes(body, { 'Content-Type': mediaType, ETag: tag, ...headers });
}

/** What the pages of a document ask at other servers. */
export const addressesOf = ({ servers, components }: OpenApiDocument): readonly string[] => [
  ...servers.map(({ url }) => url),
  ...readLogins(components?.securitySchemes).addresses,
];

/** The headers of a page, with a content security policy of its own. */
export const pageHeaders = (nonce: string, urls: readonly string[]) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `${pagePolicy({ script: `'nonce-${nonce}'`, style: `'nonce-${nonce}'`, urls })}; frame-ancestors 'none'`,
});

/** The headers of the page to which an authorization server returns. */
export const returnHeaders = Object.freeze({
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
});

interface Admitted {
  /** Source expressions of the page's own script and styles. */
  readonly script: string;
  readonly style: string;
  /** What the page asks at other servers. */
  readonly urls: readonly string[];
}

/** Admits the page's own script, styles and origin, and requests to the origins of `urls`. */
export function pagePolicy({ script, style, urls }: Admitted): string {
  const origins = urls.flatMap((url) => (/^https?:/i.test(url) && URL.canParse(url) ? [new URL(url).origin] : []));
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
  ].join('; ');
}

/** A strong entity tag of some content (RFC 9110, section 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}
