import { isCurrent, type PreviewTable } from '../routing/table/preview-table.js';
import type { PreviewTerms } from '../routing/previews/preview-terms.js';
import { isDescribed, type ListedRoute, type Route } from '../routing/table/route.js';
import { versionsOf } from '../routing/versioning/versions.js';
import type { PagePreview } from './page-content.js';
import { operationKey } from './read-document.js';

/** The previews that a page of a version shows, each with the operations that it touches; none for an older version. */
export function pagePreviews(
  { touching, routes: added }: PreviewTable,
  shown: readonly PreviewTerms[],
  released: readonly ListedRoute[],
  { version, on }: { readonly version: string | null; readonly on: readonly string[] },
): readonly PagePreview[] {
  const newest = versionsOf(released).at(-1);
  if (version !== null && newest !== undefined && !isCurrent(version, { newest })) return [];
  const isBeside = (route: Route) => isDescribed(route) && [null, version ?? newest ?? null].includes(route.version);
  const operation = (isNew: boolean) => (route: Route) => ({
    method: route.method,
    path: route.path,
    key: operationKey({ ...route, apiVersion: route.version }),
    isNew,
  });
  return shown.map(({ name, title, description, link, expires }) => ({
    name,
    title,
    description,
    link,
    expires,
    isOn: on.includes(name),
    operations: [
      ...added.filter((route) => isBeside(route) && route.previews!.includes(name)).map(operation(true)),
      ...[...touching]
        .filter(([route, names]) => isBeside(route) && route.previews === undefined && names.includes(name))
        .map(([route]) => operation(false)(route)),
    ],
  }));
}

/** Whether a page of an operation remains with some previews on; `key` may be one that only previews have. */
export function remains(previews: readonly PagePreview[], key: string, on: readonly string[]): boolean {
  const adding = previews.filter(({ operations }) => operations.some((one) => one.isNew && one.key === key));
  return adding.length === 0 || adding.some(({ name }) => on.includes(name));
}
