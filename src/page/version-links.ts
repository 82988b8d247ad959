import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import type { ListedRoute } from '../routing/table/route.js';
import type { PageVersion } from '../routing/table/service-options.js';
import { deprecationOfVersion } from '../routing/versioning/version-deprecation.js';
import { versionsOf } from '../routing/versioning/versions.js';
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
    <li><a href="${links.inVersion(name, subject)}"${current && html` aria-current="page"`}>${many ? html`<span class="word">Version </span>${name}` : `Version ${name}`}</a>${deprecated && html` ${sunsetBadge(sunset)}`}</li>`,
  );
  const all =
    links.allVersions !== null &&
    html`<li><a href="${links.allVersions}"${version === null && html` aria-current="page"`}>All versions</a></li>`;
  return html`<nav class="version-row" aria-label="Versions"><ul class="versions">${all}${items}</ul></nav>`;
}

/** The links of the page: one per version, the lowest first. */
export function pageVersions(
  routes: readonly ListedRoute[],
  shown: string | null,
  urlsOf: (version: string) => Pick<PageVersion, 'url' | 'documentUrl'>,
  changes: ReadonlyMap<string, readonly DeclaredChange[]>,
): readonly PageVersion[] {
  return versionsOf(routes).map((version) => {
    const declared = changes.get(version) ?? [];
    const deprecation = deprecationOfVersion(version, routes);
    return {
      version,
      ...urlsOf(version),
      current: version === shown,
      deprecated: deprecation !== null,
      sunset: deprecation?.sunset ?? null,
      ...(declared.length > 0 && { changes: declared }),
    };
  });
}
