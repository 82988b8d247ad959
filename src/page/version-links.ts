import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import type { ListedRoute } from '../routing/table/route.js';
import type { PageVersion } from '../routing/table/service-options.js';
import { deprecationOfVersion } from '../routing/versioning/version-deprecation.js';
import { namesOf } from '../routing/versioning/versions.js';
import { NEXT, versionAsTitle } from '../text/version-order.js';
import { html, type Html } from '../text/html.js';
import type { PageSubject } from './links.js';
import { sunsetBadge } from './marks.js';
import type { PageContent } from './page-content.js';

/** The row of more versions shows their names without the word. */
const mostNamed = 4;

/** A link per version to the same page of it, and one to all versions where a single document holds them. */
export function versionLinks({ version, versions, links }: PageContent, subject: PageSubject): Html | null {
  if (versions.length === 0) return null;
  const many = versions.length > mostNamed;
  const items = versions.map(
    ({ version: name, current, deprecated, sunset }) => html`
    <li><a href="${links.inVersion(name, subject)}"${current && html` aria-current="page"`}>${label(name, many)}</a>${deprecated && html` ${sunsetBadge(sunset)}`}${name === NEXT && html` <span class="badge">not released</span>`}</li>`,
  );
  const all =
    links.allVersions !== null &&
    html`<li><a href="${links.allVersions}"${version === null && html` aria-current="page"`}>All versions</a></li>`;
  return html`<nav class="version-row" aria-label="Versions"><ul class="versions">${all}${items}</ul></nav>`;
}

function label(version: string, many: boolean): Html | string {
  if (version === NEXT) return versionAsTitle(version);
  return many ? html`<span class="word">Version </span>${version}` : `Version ${version}`;
}

/** What is true of a version on every page. */
export type VersionFacts = Omit<PageVersion, 'url' | 'documentUrl' | 'current'>;

/** The versions of an API, the lowest first, and last what is not released. */
export function versionFacts(
  routes: readonly ListedRoute[],
  changes: ReadonlyMap<string, readonly DeclaredChange[]>,
): readonly VersionFacts[] {
  return namesOf(routes).map((version) => {
    const declared = changes.get(version) ?? [];
    const deprecation = deprecationOfVersion(version, routes);
    return {
      version,
      deprecated: deprecation !== null,
      sunset: deprecation?.sunset ?? null,
      ...(declared.length > 0 && { changes: declared }),
    };
  });
}

/** The links of the page: one per version. */
export function pageVersions(
  facts: readonly VersionFacts[],
  shown: string | null,
  urlsOf: (version: string) => Pick<PageVersion, 'url' | 'documentUrl'>,
): readonly PageVersion[] {
  return facts.map((one) => ({ ...one, ...urlsOf(one.version), current: one.version === shown }));
}
