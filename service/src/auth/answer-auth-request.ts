import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountReader, adaptAnswer, type EndpointAdapter, endpointAdapters } from './adapt-endpoints.js';
import type { AttemptLimiter, EndAttempt } from './attempt-limiter.js';
import { attemptLimits } from './attempt-limits.js';
import { authPath } from './auth-options.js';
import { AuthRefusal } from './auth-refusal.js';
import type { AuthRequest, AuthRequestHead } from './auth-request.js';
import { toJsonError } from './auth-response.js';
import type { RequestTokens } from './hash-session-tokens.js';
import { parseObject } from './read-members.js';
import { refuseCrossSite } from './refuse-cross-site.js';

export interface AnsweringParts {
  /** better-auth's own handler. */
  readonly handle: (request: Request) => Promise<Response>;
  readonly reader: AccountReader;
  readonly limiter: AttemptLimiter;
  readonly requests: AsyncLocalStorage<RequestTokens>;
  readonly publicOrigin: string | null;
}

/** Other methods cannot be represented in a Web Request. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Throws a 403 for a request that a browser made on behalf of another site. */
export function refuseOtherSite(head: AuthRequestHead, trustedOrigins: readonly string[]): void {
  const [origin, site] = [head.headers.get('origin'), head.headers.get('sec-fetch-site')];
  refuseCrossSite({ ...head, origin, site, hosts: [new URL(head.origin).host] }, trustedOrigins);
}

/** Handles one authentication request, to the JSON error; throws an AuthRefusal for our own rejections. */
export async function answerAuthRequest(original: AuthRequest, parts: AnsweringParts): Promise<Response> {
  if (original.path === '/error') throw unfinishedSignIn(original);
  if (!methods.has(original.method)) throw unknownRoute(original);
  const adapter = endpointAdapters.get(`${original.method} ${original.path}`);
  const end = await beginAttempt(original, parts.limiter);
  let failed = false;
  try {
    const [response] = await Promise.all([
      runEndpoint(original, adapter, parts),
      adapter?.floor === undefined ? null : sleep(adapter.floor),
    ]);
    failed = await hasFailed(response);
    return await toJsonError(withoutTokenHeader(response), unknownRoute(original).message);
  } finally {
    await end(failed);
  }
}

async function runEndpoint(
  original: AuthRequest,
  adapter: EndpointAdapter | undefined,
  parts: AnsweringParts,
): Promise<Response> {
  const tokens = tokensOf(original);
  const run = <T>(work: () => Promise<T>) => parts.requests.run(tokens, work);
  const request = adapter?.before ? await run(async () => adapter.before!(original, parts.reader)) : original;
  const response = await run(() => parts.handle(toWebRequest(request, parts.publicOrigin)));
  if (tokens.failures.length > 0) throw tokens.failures[0];
  return run(() => adaptAnswer(adapter, response, request, parts.reader));
}

function tokensOf({ path, members, token, localOrigin }: AuthRequest): RequestTokens {
  const revocable = path === '/revoke-session' ? members?.token : null;
  return {
    presented: token,
    revocable: typeof revocable === 'string' ? revocable : null,
    localOrigin,
    failures: [],
    provesAddress: true,
  };
}

function toWebRequest(
  { method, path, search, origin, headers: given, members, form }: AuthRequest,
  publicOrigin: string | null,
): Request {
  const headers = new Headers(given);
  // better-auth refuses a request without a body where every member is optional.
  const sent = members ?? (form === null && method === 'POST' ? {} : null);
  if (sent !== null) headers.set('content-type', 'application/json');
  const body = sent === null ? form : JSON.stringify(sent);
  const url = `${publicOrigin ?? origin}${authPath}${path}${search}`;
  return new Request(url, { method, headers, ...(body !== null && { body }) });
}

async function beginAttempt(request: AuthRequest, limiter: AttemptLimiter): Promise<EndAttempt> {
  const limit = request.method === 'POST' ? attemptLimits.get(request.path) : undefined;
  if (!limit) return async () => {};
  return limiter.begin(limit, request.address, limit.account(request, request.members ?? {}));
}

/** A wrong password is a 401 on sign-in and a 400 with its own code elsewhere. */
async function hasFailed(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  return response.status === 400 && parseObject(await response.clone().text())?.code === 'INVALID_PASSWORD';
}

/** The bearer plugin repeats the cookie's value in a header and lets scripts read it. */
function withoutTokenHeader(response: Response): Response {
  if (!response.headers.has('set-auth-token')) return response;
  const headers = new Headers(response.headers);
  headers.delete('set-auth-token');
  headers.delete('access-control-expose-headers');
  return new Response(response.body, { status: response.status, headers });
}

function unknownRoute({ method, path }: AuthRequest): AuthRefusal {
  return new AuthRefusal(404, 'NOT_FOUND', `Unknown authentication route: ${method} ${authPath}${path}.`);
}

/** Where a failed provider sign-in without an error page ends; better-auth would send an HTML page. */
function unfinishedSignIn({ search }: AuthRequest): AuthRefusal {
  const given = new URLSearchParams(search).get('error') ?? '';
  const code = /^\w{1,60}$/.test(given) ? given : 'unknown_error';
  return new AuthRefusal(400, code, `The sign-in failed: ${code}.`);
}
