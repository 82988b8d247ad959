import createFetchClient, { type ClientOptions as FetchClientOptions } from 'openapi-fetch';
import type { Client } from './calls.js';
import { type DeprecatedOperations, type DeprecationOptions, watchDeprecations } from './deprecation.js';

export type { Client } from './calls.js';
export type { DeprecationNotice } from './deprecation.js';

/** The options of openapi-fetch, and what to do about deprecated operations. */
export type ClientOptions = FetchClientOptions & DeprecationOptions;

/** The operations of a version with some previews on, and with no others. */
export interface PreviewSet {
  /** A union; never without any. */
  readonly names: string;
  readonly count: number;
  readonly paths: {};
}

/** The operations with the previews of a list; never for a list that names one twice, or that only the run knows. */
export type PathsHaving<Sets extends PreviewSet, On extends readonly string[]> = Sets extends PreviewSet
  ? [On['length'], On[number], Sets['names']] extends [Sets['count'], Sets['names'], On[number]]
    ? Sets['paths']
    : never
  : never;

/** The previews that are on in a client: each at most once, in any order. */
export interface PreviewOption<Sets extends PreviewSet, On extends readonly string[]> {
  readonly previews?: On & ([PathsHaving<Sets, On>] extends [never] ? never : unknown);
}

/** What the client of a version knows about it. */
export interface VersionedApi {
  readonly version: string | null;
  readonly baseUrl: string;
  /** Names the version in every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names the version in every request. */
  readonly query?: Readonly<Record<string, string>>;
  /** `/orders` is sent as `/api/v2/orders` where `before` is `/api` and `segment` is `/v2`. */
  readonly segment?: { readonly before: string; readonly segment: string };
  /** Paths that are sent in another way. */
  readonly paths?: Readonly<Record<string, string>>;
  readonly deprecated?: readonly DeprecatedOperations[];
  /** The media types of bodies that are not JSON, by operation. */
  readonly bodies?: Readonly<Record<string, string>>;
}

interface Init {
  readonly params?: { readonly query?: object };
  readonly fetch?: typeof globalThis.fetch;
  readonly bodySerializer?: unknown;
}

type Send = (path: string, init?: Init) => Promise<unknown>;

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/** A client of openapi-fetch that names its version and previews in every request, and watches for deprecated operations. */
export function createVersionedClient<Paths extends {}>(
  known: VersionedApi,
  { onDeprecation, clock, previews = [], ...options }: ClientOptions & { readonly previews?: readonly string[] } = {},
): Client<Paths> {
  const api =
    previews.length === 0 ? known : { ...known, headers: { ...known.headers, 'API-Preview': previews.join(', ') } };
  const client = createFetchClient<Paths>({ baseUrl: api.baseUrl, ...options });
  const watch = watchDeprecations(api.version, api.deprecated ?? [], { onDeprecation, clock });
  const calls = client as unknown as Readonly<Record<string, Send>>;
  const send =
    (method: string): Send =>
    (path, init = {}) => {
      const query = api.query ? { ...init.params?.query, ...api.query } : init.params?.query;
      const mediaType = api.bodies?.[`${method} ${path}`];
      const fetch = async (request: Request, extra?: RequestInit) => {
        nameVersion(request, api);
        if (mediaType) nameMediaType(request, mediaType);
        const own = init.fetch ?? (options.fetch as typeof globalThis.fetch | undefined) ?? globalThis.fetch;
        let response: Response | null = null;
        try {
          response = await own(request, extra);
          return response;
        } finally {
          watch(`${method} ${path}`, response);
        }
      };
      return calls[method]!(documentedPath(path, api), {
        ...(mediaType && !options.bodySerializer && { bodySerializer: (body: unknown) => writeBody(body, mediaType) }),
        ...init,
        params: { ...init.params, ...(query && { query }) },
        fetch,
      } as Init);
    };
  const sends: Readonly<Record<string, Send>> = Object.fromEntries(methods.map((method) => [method, send(method)]));
  const request = (method: string, path: string, init?: Init) => sends[method.toUpperCase()]!(path, init);
  return { ...client, ...sends, request } as unknown as Client<Paths>;
}

function documentedPath(path: string, { paths = {}, segment }: VersionedApi): string {
  if (Object.hasOwn(paths, path)) return paths[path]!;
  return segment && path.startsWith(segment.before)
    ? `${segment.before}${segment.segment}${path.slice(segment.before.length)}`
    : path;
}

/** The version's own header wins over everything; a media type that is asked for gets the version as a parameter. */
function nameVersion({ headers }: Request, api: VersionedApi): void {
  for (const [name, value] of Object.entries(api.headers ?? {})) {
    const asked = name === 'Accept' ? headers.get(name) : null;
    headers.set(name, asked === null ? value : addParameter(asked, value.slice(value.indexOf(';'))));
  }
}

function addParameter(accept: string, parameter: string): string {
  return accept
    .split(',')
    .map((range) => (range.includes(parameter) ? range : `${range.trimEnd()}${parameter}`))
    .join(',');
}

/** openapi-fetch labels every body as JSON unless it is FormData. */
function nameMediaType({ headers }: Request, mediaType: string): void {
  if (headers.get('Content-Type') === 'application/json') headers.set('Content-Type', mediaType);
}

/** A form of the members of an object; any other body as it is. */
function writeBody(body: unknown, mediaType: string): unknown {
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  if (!isForm && mediaType !== 'multipart/form-data') return body;
  if (body instanceof FormData || body instanceof URLSearchParams || typeof body === 'string') return body;
  const form = isForm ? new URLSearchParams() : new FormData();
  for (const [name, value] of Object.entries(body as object))
    for (const one of [value].flat() as unknown[]) if (one !== undefined) form.append(name, fieldOf(one) as string);
  return form;
}

const fieldOf = (value: unknown): unknown =>
  value instanceof Blob ? value : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
