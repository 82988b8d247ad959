import type { IncomingMessage } from 'node:http';
import type { OpenApiDocument } from '../document/open-api.js';
import { contentSecurityPolicy } from './content-security-policy.js';

/** What stands in front of the app's own paths when it is mounted in another one. */
export function mountPoint(req: IncomingMessage & { readonly originalUrl?: string }, own: string): string {
  const path = (req.originalUrl ?? req.url ?? '').replace(/[?#].*$/s, '').replace(/\/$/, '');
  return path.endsWith(own) ? path.slice(0, path.length - own.length) : '';
}

/** The content with its tag, or 304 to a caller that has it (RFC 9110, section 13.1.2). */
export function respond(
  req: IncomingMessage,
  tag: string,
  mediaType: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Response {
  const sent = req.headers['if-none-match'];
  const matches = sent === '*' || sent?.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
  if (matches) return new Response(null, { status: 304, headers: { ETag: tag, ...headers } });
  return new Response(body, { headers: { 'Content-Type': mediaType, ETag: tag, ...headers } });
}

/** A page under its own policy; the servers that its document names may be asked too. */
export function htmlPage(text: string, nonce: string, { servers }: OpenApiDocument): Response {
  const origins = servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return new Response(text, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(nonce, origins),
    },
  });
}
