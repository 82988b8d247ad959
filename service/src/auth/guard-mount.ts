import type { IncomingMessage, ServerResponse } from 'node:http';
import { authPath } from './auth-options.js';
import { refusalResponse, writeResponse } from './auth-response.js';
import { readTarget } from './auth-target.js';
import { isProviderPost, refuseCrossSite } from './refuse-cross-site.js';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;
type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * Runs before the app's checks, so that requests under the mount are rejected with the mount's messages;
 * a provider's form post, which those checks would treat as an attack, goes straight to its handler.
 */
export function guardMount(handler: Handler, trustedOrigins: readonly string[]): Middleware {
  return (req, res, next) => {
    const url = req.url!;
    if (!url.startsWith(`${authPath}/`)) return next();
    let path: string;
    try {
      ({ path } = readTarget(url.slice(authPath.length)));
      refuseCrossSite(
        {
          method: req.method!,
          path,
          origin: req.headers.origin ?? null,
          site: (req.headers['sec-fetch-site'] as string | undefined) ?? null,
          hosts: hostsOf(req),
        },
        trustedOrigins,
      );
    } catch (error) {
      return void writeResponse(res, refusalResponse(error), req.method !== 'HEAD');
    }
    if (isProviderPost(req.method!, path)) handler(req, res);
    else next();
  };
}

/** No page can make a browser send a chosen Host or X-Forwarded-Host to another site without a preflight. */
export function hostsOf({ headers }: Pick<IncomingMessage, 'headers'>): readonly string[] {
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',')
    .at(-1)!
    .trim();
  return [headers.host ?? '', forwarded].filter((host) => host !== '');
}
