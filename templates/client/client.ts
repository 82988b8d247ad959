import createFetchClient, { type ClientOptions as FetchClientOptions } from 'openapi-fetch';
import type { Client } from './calls.js';
import { type DeprecatedOperations, type DeprecationOptions, watchDeprecations } from './deprecation.js';

export type { Client } from './calls.js';
export type { DeprecationNotice } from './deprecation.js';

/** The options of openapi-fetch, and what to do about deprecated operations. */
export type ClientOptions = FetchClientOptions & DeprecationOptions;

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
}

interface Init {
  readonly params?: { readonly query?: object };
  readonly fetch?: typeof globalThis.fetch;
}

type Send = (path: string, init?: Init) => Promise<unknown>;

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/** A client of openapi-fetch that names its version in every request and watches for deprecated operations. */
export function createVersionedClient<Paths extends {}>(
  api: VersionedApi,
  { onDeprecation, clock, ...options }: ClientOptions = {},
): Client<Paths> {
  const client = createFetchClient<Paths>({ baseUrl: api.baseUrl, ...options });
  const watch = watchDeprecations(api.version, api.deprecated ?? [], { onDeprecation, clock });
  const calls = client as unknown as Readonly<Record<string, Send>>;
  const send =
    (method: string): Send =>
    (path, init = {}) => {
      const query = api.query ? { ...init.params?.query, ...api.query } : init.params?.query;
      const fetch = async (request: Request, extra?: RequestInit) => {
        nameVersion(request, api);
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
