import { compareVersions } from '../text/version-order.js';
import { servedVersions } from '../routing/versioning/versions.js';
import type { ListedRoute } from '../routing/table/route.js';
import type { PageLinks, PageSubject } from '../page/pages.js';

/** The addresses that the pages of an app are served under. */
export interface PageUrls {
  readonly page: string;
  readonly changes: string;
  readonly timeline: string;
  readonly document: string;
  /** null where nobody counts calls, or nobody is known. */
  readonly ownUsage: string | null;
}

/** Links between served pages: the query names the version and what the page is about. */
export function servedLinks(
  urls: PageUrls,
  version: string | null,
  {
    isNamed,
    on,
    from,
    sharesPaths,
    keyOf,
    remains,
  }: {
    /** Whether the address names the version. */
    readonly isNamed: boolean;
    /** The previews that are on. */
    readonly on: readonly string[];
    /** The version that the address compares with; null for none. */
    readonly from: string | null;
    readonly sharesPaths: boolean;
    readonly keyOf: (subject: PageSubject) => string | null;
    /** Whether an operation is there with exactly these previews on. */
    readonly remains: (key: string, previews: readonly string[]) => boolean;
  },
): PageLinks {
  const address = (base: string, query: Readonly<Record<string, string | null>>, previews: readonly string[] = []) => {
    const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
    const all = [...entries, ...previews.map((name) => ['preview', name] as [string, string])];
    return all.length === 0 ? base : `${base}?${String(new URLSearchParams(all))}`;
  };
  const own = isNamed || on.length > 0 || from !== null ? version : null;
  const keptIn = (other: string) => (from !== null && compareVersions(from, other) < 0 ? from : null);
  return {
    home: address(urls.page, { version: own, from }, on),
    changes: address(urls.changes, { version: own, from }, on),
    timeline: urls.timeline,
    document: address(urls.document, { version }, on),
    ownUsage: urls.ownUsage,
    pair: (other) => `${urls.changes}/${encodeURIComponent(other)}`,
    allVersions: sharesPaths ? null : urls.page,
    assets: `${urls.page}/assets`,
    operation: (operation) => address(urls.page, { version: own, operation, from }, on),
    schema: (schema) => address(urls.page, { version: own, schema, from }, on),
    having: (previews, key) =>
      address(urls.page, { version: own, operation: key !== null && remains(key, previews) ? key : null }, previews),
    comparing(older, newer, subject) {
      const key = keyOf(subject);
      if (key === null || !remains(key, [])) return address(urls.changes, { version: newer, from: older });
      return address(urls.page, { version: newer, operation: key, from: older });
    },
    inVersion(other, subject) {
      if (subject.kind === 'changes') return address(urls.changes, { version: other, from: keptIn(other) });
      const key = keyOf(subject);
      return address(urls.page, {
        version: other,
        operation: key !== null && remains(key, []) ? key : null,
        from: keptIn(other),
      });
    },
  };
}

/** Finds the versions that have an operation, by its key; undefined for what is no route, and belongs to an application in every version. */
export function operationFinder(
  routes: readonly ListedRoute[],
  keyOf: (route: { readonly method: string; readonly path: string; readonly apiVersion: string | null }) => string,
): (key: string) => ReadonlySet<string | null> | undefined {
  const found = new Map<string, Set<string | null>>();
  for (const route of routes) {
    const key = keyOf({ ...route, apiVersion: route.version });
    found.set(key, (found.get(key) ?? new Set()).add(route.version));
  }
  return (key) => found.get(key);
}

/** The version before another one; null for the first. */
export function versionBefore(routes: readonly ListedRoute[], version: string | null): string | null {
  const versions = servedVersions(routes);
  return version === null ? null : (versions[versions.indexOf(version) - 1] ?? null);
}
