import { AuthRefusal } from './auth-refusal.js';

/** What distinguishes a browser's cross-site request from one of our own. */
export interface SiteFacts {
  readonly method: string;
  /** Below the mount. */
  readonly path: string;
  readonly origin: string | null;
  /** `Sec-Fetch-Site`. */
  readonly site: string | null;
  /** The host names that the client may have used to reach us. */
  readonly hosts: readonly string[];
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws a 403 for an unsafe request that a browser made on behalf of another site; a client without `Sec-Fetch-Site` and `Origin` passes.
 * A provider's form post to `/callback/…` passes too: it is guarded by its state.
 */
export function refuseCrossSite(
  { method, path, origin, site, hosts }: SiteFacts,
  trustedOrigins: readonly string[],
): void {
  if (safeMethods.has(method) || isProviderPost(method, path)) return;
  if (origin !== null && trustedOrigins.includes(origin)) return;
  const allowed =
    site === null
      ? origin === null || hosts.some((host) => isHostOf(origin, host))
      : site === 'same-origin' || site === 'none';
  if (!allowed) {
    throw new AuthRefusal(
      403,
      'CROSS_SITE_REQUEST',
      'The request comes from another site. Add its origin to TRUSTED_ORIGINS to allow it.',
    );
  }
}

/** A provider that responds with a form, such as Apple, makes the browser post from the provider's site. */
export function isProviderPost(method: string, path: string): boolean {
  return method === 'POST' && /^\/callback\/[^/]+$/.test(path);
}

function isHostOf(origin: string, host: string): boolean {
  return URL.canParse(origin) && withoutUsualPort(new URL(origin).host) === withoutUsualPort(host);
}

function withoutUsualPort(host: string): string {
  return host.toLowerCase().replace(/:(80|443)$/, '');
}
