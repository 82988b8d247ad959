import type { IncomingMessage, ServerResponse } from 'node:http';
import { authPath } from './auth-options.js';
import { AuthRefusal } from './auth-refusal.js';
import { refusalResponse, writeResponse } from './auth-response.js';
import { isProviderPost, refuseCrossSite } from './refuse-cross-site.js';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;
type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * Runs before the app's own checks, so that what they would refuse under the mount is refused in the mount's own words;
 * a provider's form post, which they would take for an attack, goes straight to its handler.
 */
export function guardMount(handler: Handler, trustedOrigins: readonly string[]): Middleware {
  return (req, res, next) => {
    const url = req.url!;
    if (!url.startsWith(`${authPath}/`)) return next();
    const path = url.slice(authPath.length).split('?')[0]!;
    try {
      refuseMalformed(url);
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

function refuseMalformed(url: string): void {
  try {
    decodeURIComponent(url);
  } catch {
    throw new AuthRefusal(400, 'MALFORMED_ADDRESS', 'The address has a malformed percent-encoding.');
  }
}

/** No page can make a browser send a Host or X-Forwarded-Host of its choice to another site unasked. */
export function hostsOf({ headers }: Pick<IncomingMessage, 'headers'>): readonly string[] {
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',')
    .at(-1)!
    .trim();
  return [headers.host ?? '', forwarded].filter((host) => host !== '');
}
