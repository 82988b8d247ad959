import type { IncomingMessage } from 'node:http';
import { addressHeader, authPath } from './auth-options.js';
import { AuthRefusal } from './auth-refusal.js';
import { readLimitedBody } from './read-limited-body.js';
import { readCredential, readToken } from './session-credential.js';

/** A request as Express decorates it, or as Node alone makes it. */
export type MountedRequest = IncomingMessage & {
  readonly baseUrl?: string;
  readonly protocol?: string;
  readonly host?: string;
  readonly ip?: string;
};

/** One call of an authentication route, its body read. */
export interface AuthRequest {
  readonly method: string;
  /** Below the mount: `/sign-in/email`. */
  readonly path: string;
  readonly search: string;
  /** Scheme and host that the client addressed. */
  readonly origin: string;
  readonly headers: Headers;
  readonly body: string;
  /** The client, as the trusted proxy setting sees it. */
  readonly address: string;
  /** The session token that was presented, its signature checked where it has one. */
  readonly token: string | null;
}

/** PostgreSQL keeps no such character, raw or as JSON writes it. */
const nul = /\0|(?<!\\)(?:\\\\)*\\u0000/;

/** Reads a request; throws an AuthRefusal when it cannot be taken. */
export async function readAuthRequest(req: MountedRequest, secret: string): Promise<AuthRequest> {
  const target = req.baseUrl === undefined ? (req.url ?? '/').slice(authPath.length) : (req.url ?? '/');
  const [path = '/', ...query] = target.split('?');
  const origin = `${req.protocol ?? ('encrypted' in req.socket ? 'https' : 'http')}://${req.host ?? req.headers.host ?? 'localhost'}`;
  if (!URL.canParse(origin)) throw new AuthRefusal(400, 'INVALID_HOST', 'The Host header is not a host name.');
  if (!/^https?:/i.test(origin))
    throw new AuthRefusal(400, 'INVALID_PROTOCOL', 'The X-Forwarded-Proto header is neither http nor https.');
  const address = req.ip ?? req.socket.remoteAddress ?? 'unknown';
  const credential = readCredential(req.headers);
  const token = credential === null ? null : readToken(credential, secret);
  return {
    method: req.method ?? 'GET',
    path,
    search: query.length > 0 ? `?${query.join('?')}` : '',
    origin,
    headers: normalizeHeaders(req, token, address),
    body: await readText(req),
    address,
    token,
  };
}

/** better-auth must see the same caller as the rest of the service: a bearer token that is none takes the cookies along. */
function normalizeHeaders(req: MountedRequest, token: string | null, address: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  for (const name of [
    'content-length',
    'transfer-encoding',
    'connection',
    'expect',
    'x-forwarded-host',
    'x-forwarded-proto',
  ])
    headers.delete(name);
  headers.set(addressHeader, address);
  if (typeof parsedBody(req) === 'object') headers.set('content-type', 'application/json');
  if (/^bearer\b/i.test(headers.get('authorization') ?? '')) {
    if (token === null) headers.delete('cookie');
    if (token === null) headers.delete('authorization');
    else headers.set('authorization', `Bearer ${token}`);
  }
  return headers;
}

async function readText(req: MountedRequest): Promise<string> {
  const parsed = parsedBody(req);
  const text = !req.readableEnded
    ? await readLimitedBody(req)
    : typeof parsed === 'string'
      ? parsed
      : (JSON.stringify(parsed) ?? '');
  if (nul.test(text)) throw new AuthRefusal(400, 'NUL_CHARACTER', 'A text must not contain a NUL character.');
  return text;
}

/** What a parser of an outer Express application has read already. */
function parsedBody(req: MountedRequest): unknown {
  return req.readableEnded ? (req as { body?: unknown }).body : undefined;
}
