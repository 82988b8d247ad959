import { createHash } from 'node:crypto';
import { objectAt } from '../json/json.js';
import { isShownAt } from '../routing/previews/preview-terms.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import { isCurrent } from '../routing/table/preview-table.js';
import { servedVersions, versionsOf } from '../routing/versioning/versions.js';
import { examplesThroughChanges } from '../export/example-through-changes.js';
import { readLogins } from '../export/logins.js';
import { loadPageAsset, pageAssetNames } from '../export/page-assets.js';
import { versionBefore } from '../export/page-links.js';
import { pagePolicy } from '../export/page-response.js';
import { readDocument, type PageDocument } from './read-document.js';
import { serversOf } from './servers.js';
import type { FilePolicy } from './shell.js';
import type { SharedFacts, SiteApi } from './site-content.js';
import { assets, folderOf, type Side } from './site-links.js';
import { versionFacts } from './version-links.js';
import { type Files, writeSide } from './write-side.js';

/**
 * The files of a static site, by their paths: the pages and the document of each version, and of each preview that everybody may use
 * as of `asOf`, and the versions over time, on which `asOf` is marked. All links are relative, so the site works below any path.
 */
export async function renderSite(api: SiteApi, asOf: Date): Promise<ReadonlyMap<string, string | Buffer>> {
  const listed = { ...api, routes: api.routes.filter((route) => route.listed) };
  const versions = versionsOf(listed.routes);
  const files: Files = new Map();
  const names = versions.length === 0 ? [null] : servedVersions([...listed.routes, ...listed.next]);
  const newest = versions.at(-1);
  const shown = (api.previews?.previews ?? []).filter((one) => isShownAt(one, asOf.getTime()));
  const sides = names.flatMap((version): readonly Side[] => [
    { version, preview: null },
    ...(newest === undefined || isCurrent(version, { newest }) ? shown : []).map(({ name }) => ({
      version,
      preview: name,
    })),
  ]);
  const routes = [...listed.routes, ...listed.next];
  const documents = new Map(
    await Promise.all(sides.map(async (side) => [folderOf(side), readDocument(await documentOf(api, side))] as const)),
  );
  const readingOf = (side: Side) => documents.get(folderOf(side))!;
  const readings = new Map(names.map((version) => [version, readingOf({ version, preview: null })]));
  const shared: SharedFacts = {
    keys: versionsByKey(readings),
    readings,
    examples: api.changes.size > 0 && api.service ? examplesOf(api.service.table) : null,
    versions: versionFacts(routes, api.changes, api.versioning),
    before: (version) => versionBefore(routes, version),
  };
  const policy = await filePolicy([...documents.values()]);
  for (const side of sides)
    await writeSide(listed, side, readingOf(side), asOf, side.version === (newest ?? null), policy, shared, files);
  for (const name of pageAssetNames) files.set(`${assets}/${name}`, (await loadPageAsset(name))!.bytes);
  return files;
}

function versionsByKey(readings: SharedFacts['readings']): SharedFacts['keys'] {
  const keys = new Map<string, string[]>();
  for (const [version, { operations }] of readings)
    if (version !== null) for (const { key } of operations.values()) keys.set(key, [...(keys.get(key) ?? []), version]);
  return keys;
}

const examplesOf = ({ routes, next, bindings }: Pick<RouteTable, 'routes' | 'next' | 'bindings'>) =>
  examplesThroughChanges([...routes, ...next], (route) => bindings.get(route)?.passage ?? null);

const documentOf = ({ document }: SiteApi, { version, preview }: Side) =>
  document(version, preview === null ? [] : [preview]);

/** One policy for all pages, because the page's script goes from one to the next without loading it. */
async function filePolicy(readings: readonly PageDocument[]): Promise<FilePolicy> {
  const { bytes } = (await loadPageAsset('page.js'))!;
  const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const urls = readings.flatMap(({ operations, document }) => {
    const servers = [...operations.values()].flatMap((operation) => serversOf(operation.servers, document));
    return [...servers, ...readLogins(objectAt(objectAt(document.root['components'])['securitySchemes'])).addresses];
  });
  // A policy admits no style sheet of another file by its hash.
  return { text: pagePolicy({ script: `'${integrity}'`, style: "'self'", urls }), integrity };
}
