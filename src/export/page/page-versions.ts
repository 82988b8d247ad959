import type { Route } from '../../routing/table/route.js';
import type { PageVersion } from '../../routing/table/service-options.js';
import { versionsOf } from '../../routing/versioning/versions.js';

/** The links of the page: one per version, the lowest first. */
export function pageVersions(
  routes: readonly Route[],
  shown: string | null,
  urls: { readonly page: string; readonly document: string },
): readonly PageVersion[] {
  return versionsOf(routes).map((version) => {
    const own = routes.filter((route) => route.version === version);
    const sunsets = own.map(({ deprecation }) => deprecation?.sunset ?? null);
    const query = `?version=${encodeURIComponent(version)}`;
    return {
      version,
      url: `${urls.page}${query}`,
      documentUrl: `${urls.document}${query}`,
      current: version === shown,
      deprecated: own.every(({ deprecation }) => deprecation !== null),
      sunset: sunsets.includes(null)
        ? null
        : (sunsets as string[]).reduce((last, sunset) => (sunset > last ? sunset : last)),
    };
  });
}
