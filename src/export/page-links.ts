import { namesOf } from '../routing/versioning/versions.js';
import type { ListedRoute } from '../routing/table/route.js';
import type { PageLinks } from '../page/pages.js';

/** The addresses that the pages of an app are served under. */
export interface PageUrls {
  readonly page: string;
  readonly changes: string;
  readonly timeline: string;
  readonly document: string;
}

/** Links between served pages: the query names the version and what the page is about. */
export function servedLinks(
  urls: PageUrls,
  version: string | null,
  {
    asked,
    sharesPaths,
    has,
  }: {
    readonly asked: boolean;
    readonly sharesPaths: boolean;
    readonly has: (version: string, key: string) => boolean;
  },
): PageLinks {
  const address = (base: string, query: Readonly<Record<string, string | null>>) => {
    const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
    return entries.length === 0 ? base : `${base}?${String(new URLSearchParams(entries))}`;
  };
  const own = asked ? version : null;
  return {
    home: address(urls.page, { version: own }),
    changes: address(urls.changes, { version: own }),
    timeline: urls.timeline,
    document: address(urls.document, { version }),
    allVersions: sharesPaths ? null : urls.page,
    assets: `${urls.page}/assets`,
    operation: (operation) => address(urls.page, { version: own, operation }),
    schema: (schema) => address(urls.page, { version: own, schema }),
    inVersion(other, subject) {
      if (subject.kind === 'changes') return address(urls.changes, { version: other });
      const kept = subject.kind === 'operation' && has(other, subject.operation.key) ? subject.operation.key : null;
      return address(urls.page, { version: other, operation: kept });
    },
  };
}

/** Tells which versions have an operation, by its key. What is no route belongs to a mounted application, which answers in every version. */
export function operationFinder(
  routes: readonly ListedRoute[],
  keyOf: (route: { readonly method: string; readonly path: string; readonly apiVersion: string | null }) => string,
): (version: string, key: string) => boolean {
  const found = new Map<string, Set<string | null>>();
  for (const route of routes) {
    const key = keyOf({ ...route, apiVersion: route.version });
    found.set(key, (found.get(key) ?? new Set()).add(route.version));
  }
  return (version, key) => {
    const versions = found.get(key);
    return versions === undefined || versions.has(version) || versions.has(null);
  };
}

/** The version before another one; null for the first. */
export function versionBefore(routes: readonly ListedRoute[], version: string | null): string | null {
  const versions = namesOf(routes);
  return version === null ? null : (versions[versions.indexOf(version) - 1] ?? null);
}
