import { STATUS_CODES, type ServerResponse } from 'node:http';
import { HttpError } from 'svckit';
import { mapError } from '../map-error.js';
import { AuthRefusal } from './auth-refusal.js';

/** The body of every error response under the mount. */
interface AuthErrorBody {
  readonly message: string;
  readonly code?: string;
}

/** Errors whose original message gives the caller no next step. */
const clearer: Readonly<Record<string, string>> = {
  PROVIDER_NOT_FOUND: 'This provider is not configured on this service.',
};

/** Gives every error response a JSON body with a message, whatever better-auth sent. */
export async function toJsonError(response: Response, notFound: string): Promise<Response> {
  if (response.status < 400) return response;
  const text = await response.text();
  const { message, code } = readError(text);
  const fallback = response.status === 404 ? notFound : (STATUS_CODES[response.status] ?? 'Refused');
  return errorResponse(
    response.status,
    { message: clearer[code ?? ''] ?? message ?? fallback, ...(code === undefined ? {} : { code }) },
    response.headers,
  );
}

/** Any error, ours or unexpected, as a response. */
export function refusalResponse(error: unknown): Response {
  if (error instanceof AuthRefusal)
    return errorResponse(error.status, { message: error.message, code: error.code }, error.headers);
  const known = error instanceof HttpError ? error : mapError(error, { route: null });
  if (known)
    return errorResponse(
      known.status,
      { message: known.detail, code: String(known.extras.code ?? known.status) },
      known.headers,
    );
  return errorResponse(500, {
    message: 'Something went wrong on our side. The log has the details.',
    code: 'INTERNAL_SERVER_ERROR',
  });
}

function errorResponse(status: number, body: AuthErrorBody, from?: ConstructorParameters<typeof Headers>[0]): Response {
  const headers = new Headers(from);
  headers.delete('content-length');
  headers.set('content-type', 'application/json; charset=utf-8');
  headers.set('cache-control', 'no-store');
  if (status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(body), { status, headers });
}

function readError(text: string): Partial<AuthErrorBody> {
  try {
    const body = JSON.parse(text) as Partial<AuthErrorBody> | null;
    return typeof body?.message === 'string' && body.message !== '' ? body : {};
  } catch {
    return {};
  }
}

/** A response with another JSON body, and the same cookies and headers. */
export function withJson(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(body, { status: response.status, headers });
}

/** Writes a web response to Node's, every cookie on a line of its own. */
export async function writeResponse(res: ServerResponse, response: Response, withBody: boolean): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  res.statusCode = response.status;
  response.headers.forEach((value, name) => {
    const describesNothing = name === 'content-type' && body.length === 0;
    if (name !== 'set-cookie' && !describesNothing) res.setHeader(name, value);
  });
  if (!response.headers.has('cache-control')) res.setHeader('cache-control', 'no-store');
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('set-cookie', cookies);
  res.setHeader('content-length', body.length);
  res.end(withBody ? body : undefined);
}
