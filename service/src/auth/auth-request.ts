import type { IncomingMessage } from 'node:http';
import { AuthRefusal } from './auth-refusal.js';
import { addressHeader, authPath } from './auth-options.js';
import { readCredential, readToken } from './session-credential.js';

const maximumBody = 64 * 1024;

/** Reads a body as text. Node discards a body that is too large after the response. */
function readLimitedBody(req: IncomingMessage): Promise<string> {
  if (Number(req.headers['content-length'] ?? 0) > maximumBody) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (refusal: AuthRefusal) => {
      req.off('data', onData);
      reject(refusal);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maximumBody) stop(tooLarge());
    };
    req.on('data', onData);
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    req.once('error', () => stop(incomplete()));
    req.once('close', () => stop(incomplete()));
  });
}

const tooLarge = () => new AuthRefusal(413, 'BODY_TOO_LARGE', `The body is larger than ${maximumBody} bytes.`);
const incomplete = () => new AuthRefusal(400, 'BODY_INCOMPLETE', 'The connection ended before the body was complete.');

/** A request from Express or from plain Node. */
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
  /** The client, as resolved by the trusted proxy setting. */
  readonly address: string;
  /** The presented session token, its signature verified where it has one. */
  readonly token: string | null;
}

/** PostgreSQL cannot store this character, raw or escaped as in JSON. */
const nul = /\0|(?<!\\)(?:\\\\)*\\u0000/;

/** Reads a request; throws an AuthRefusal for one that is not acceptable. */
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

/** better-auth must see the same caller as the rest of the service: an invalid bearer token drops the cookies as well. */
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
  if (nul.test(text)) throw new AuthRefusal(400, 'NUL_CHARACTER', 'Text must not contain a NUL character.');
  return text;
}

/** A body that a parser of an outer Express application has already read. */
function parsedBody(req: MountedRequest): unknown {
  return req.readableEnded ? (req as { body?: unknown }).body : undefined;
}
