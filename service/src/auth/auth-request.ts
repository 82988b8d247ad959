import type { IncomingMessage } from 'node:http';
import { clientAddress } from 'svckit';
import { trustedProxies } from '../configuration/server-settings.js';
import { checkForm, checkMembers, decodeBody, parseMembers, refuseOtherType } from './auth-body.js';
import { AuthRefusal } from './auth-refusal.js';
import { addressHeader, authPath } from './auth-options.js';
import type { Members } from './read-members.js';
import { isProviderPost } from './refuse-cross-site.js';
import { readTarget } from './auth-target.js';
import { readCredential, readToken, withSessionCookie } from './session-credential.js';

const maximumBody = 64 * 1024;

/** Reads the bytes of a body. Node discards a body that is too large after the response. */
function readLimitedBody(req: IncomingMessage): Promise<Buffer> {
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
    req.once('end', () => resolve(Buffer.concat(chunks)));
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
};

type SchemedRequest = Pick<MountedRequest, 'headers' | 'protocol'> & Partial<Pick<MountedRequest, 'socket'>>;

interface ReadingParts {
  /** Signs session cookies. */
  readonly secret: string;
  /** Origin of PUBLIC_URL, which clients use. */
  readonly publicOrigin: string | null;
}

/** One call of an authentication route, before its body is read. */
export interface AuthRequestHead {
  readonly method: string;
  /** Below the mount: `/sign-in/email`. */
  readonly path: string;
  readonly search: string;
  /** Scheme and host that the client addressed. */
  readonly origin: string;
  /** Where this process is reached on its own machine: with the port of the connection, whatever the settings say. */
  readonly localOrigin: string;
  /** Whether the client uses TLS, which decides about the session cookie. */
  readonly secure: boolean;
  readonly headers: Headers;
  /** The client, as resolved by the trusted proxy setting. */
  readonly address: string;
  /** The presented session token, its signature verified where it has one. */
  readonly token: string | null;
}

/** One call of an authentication route. */
export interface AuthRequest extends AuthRequestHead {
  /** The members of the JSON body, read once for everybody who looks at them; null without a body. */
  readonly members: Members | null;
  /** The body of a provider's form post, which only its callback reads; null for any other request. */
  readonly form: string | null;
}

/** Whether the client uses TLS: by PUBLIC_URL, else as Express sees it, else by the proxy, which the service trusts, or the socket. */
export function isSecure(req: SchemedRequest, publicOrigin: string | null): boolean {
  return (publicOrigin ?? `${schemeOf(req)}:`).startsWith('https:');
}

function schemeOf({ protocol, headers, socket }: SchemedRequest): string {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',')[0]!;
  const ownScheme = socket !== undefined && 'encrypted' in socket ? 'https' : 'http';
  return (protocol ?? (forwarded.trim() || ownScheme)).toLowerCase();
}

/** Reads all but the body; throws an AuthRefusal for a request that is not acceptable. */
export function readAuthHead(req: MountedRequest, { secret, publicOrigin }: ReadingParts): AuthRequestHead {
  const { path, search } = readTarget(
    req.baseUrl === undefined ? (req.url ?? '/').slice(authPath.length) : (req.url ?? '/'),
  );
  const origin = `${schemeOf(req)}://${req.host ?? req.headers.host ?? 'localhost'}`;
  if (!URL.canParse(origin)) throw new AuthRefusal(400, 'INVALID_HOST', 'The Host header is not a host name.');
  if (!/^https?:/i.test(origin))
    throw new AuthRefusal(400, 'INVALID_PROTOCOL', 'The X-Forwarded-Proto header is neither http nor https.');
  const address = clientAddress(req, trustedProxies);
  const secure = isSecure(req, publicOrigin);
  const credential = readCredential(req.headers, secure);
  const token = credential === null ? null : readToken(credential, secret);
  return {
    method: req.method ?? 'GET',
    path,
    search,
    origin,
    localOrigin: `http://localhost:${req.socket.localPort}`,
    secure,
    headers: normalizeHeaders(req, address, { token, credential, secure }),
    address,
    token,
  };
}

interface Presented {
  readonly token: string | null;
  readonly credential: string | null;
  readonly secure: boolean;
}

/** better-auth must see the same caller as the rest of the service: the token as the only credential, or no credential. */
function normalizeHeaders(req: MountedRequest, address: string, { token, credential, secure }: Presented): Headers {
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
  const isBearer = /^bearer\b/i.test(headers.get('authorization') ?? '');
  const cookies = withSessionCookie(
    headers.get('cookie') ?? '',
    token === null || isBearer ? null : credential,
    secure,
  );
  headers.delete('authorization');
  headers.delete('cookie');
  if (isBearer && token !== null) headers.set('authorization', `Bearer ${token}`);
  if (cookies !== '') headers.set('cookie', cookies);
  return headers;
}

/** Adds the body; throws an AuthRefusal for one that is not acceptable. */
export async function readAuthBody(req: MountedRequest, head: AuthRequestHead): Promise<AuthRequest> {
  const { method, path } = head;
  const isForm =
    isProviderPost(method, path) && req.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const parsed = parsedBody(req);
  if (typeof parsed === 'object' && parsed !== null) {
    if (isForm)
      return { ...head, members: null, form: checkForm(String(new URLSearchParams(parsed as Record<string, string>))) };
    refuseOtherType(req.headers);
    return { ...head, members: checkMembers(parsed), form: null };
  }
  const text = req.readableEnded ? String(parsed ?? '') : decodeBody(await readLimitedBody(req));
  if (text === '' || method === 'GET' || method === 'HEAD') return { ...head, members: null, form: null };
  if (isForm) return { ...head, members: null, form: checkForm(text) };
  refuseOtherType(req.headers);
  return { ...head, members: parseMembers(text), form: null };
}

/** A body that a parser of an outer Express application has already read. */
function parsedBody(req: MountedRequest): unknown {
  return req.readableEnded ? (req as { body?: unknown }).body : undefined;
}
