import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import type { ListedRoute } from '../routing/table/route.js';
import type { PageVersion } from '../routing/table/document-options.js';
import { deprecationOfVersion } from '../routing/versioning/version-deprecation.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import { defaultVersions, servedVersions, releaseDays, versionsOf } from '../routing/versioning/versions.js';
import { NEXT, versionAsTitle } from '../text/version-order.js';
import { html, type Html } from '../text/html.js';
import type { PageSubject } from './links.js';
import { dayElement } from './marks.js';
import type { PageContent, ShownVersion } from './page-content.js';

/** The row of more versions shows what is true of the shown one only. */
const mostExplained = 4;

/** A link per version to the same page of it, and one to all versions where a single document holds them. */
export function versionLinks(content: PageContent, subject: PageSubject): Html | null {
  const { version, versions, links } = content;
  if (versions.length === 0) return null;
  const items = versions.map((one) => {
    const isNext = one.version === NEXT;
    const isExplained = versions.length <= mostExplained || one.current || one.default || one.latest || isNext;
    return html`
    <li><a href="${links.inVersion(one.version, subject)}"${one.current && html` aria-current="page"`}>${!isNext && html`<span class="word">Version </span>`}${one.version}${isExplained && stateOf(one, content)}</a></li>`;
  });
  const all =
    links.allVersions !== null &&
    html`<li><a href="${links.allVersions}"${version === null && html` aria-current="page"`}>All versions</a></li>`;
  return html`<nav class="version-row" aria-label="Versions"><ul class="versions">${all}${items}</ul></nav>`;
}

/** The versions one below the other, each with all that is true of it. */
export function versionList(content: PageContent): Html {
  return html`<ul class="version-list">${content.versions.map(
    (one) => html`<li><a href="${one.url}">${versionAsTitle(one.version)}</a>${stateOf(one, content)}</li>`,
  )}</ul>`;
}

/** ` · default · leaves 1 March`, ` · latest · released 1 June` */
function stateOf(one: ShownVersion, { today }: Pick<PageContent, 'today'>): Html | null {
  const { sunset, released } = one;
  const words = [
    one.default && !one.latest && html`default`,
    one.latest && html`latest`,
    one.version === NEXT && html`not released`,
    one.deprecated && sunset === null && html`deprecated`,
    sunset !== null &&
      html`<span class="leaves">${sunset.slice(0, 10) > today ? 'leaves' : 'left'} ${dayElement(sunset, today)}</span>`,
  ].filter((word) => word !== false);
  const came =
    sunset === null &&
    released !== null &&
    released !== one.version &&
    html`<span class="released"> · released ${dayElement(released, today)}</span>`;
  return words.length === 0 && came === false
    ? null
    : html`<small>${words.map((word) => html` · ${word}`)}${came}</small>`;
}

/** What is true of a version on every page. */
export type VersionFacts = Omit<ShownVersion, 'url' | 'documentUrl' | 'current'>;

/** The versions of an API, the lowest first, and last what is not released. */
export function versionFacts(
  routes: readonly ListedRoute[],
  changes: ReadonlyMap<string, readonly DeclaredChange[]>,
  versioning: VersioningOptions | undefined,
): readonly VersionFacts[] {
  const released = versionsOf(routes);
  const releasedOn = releaseDays(versioning);
  const standard = defaultVersions(versioning).find((version) => released.includes(version));
  return servedVersions(routes).map((version) => {
    const declared = changes.get(version) ?? [];
    const deprecation = deprecationOfVersion(version, routes);
    return {
      version,
      default: version === standard,
      latest: version === released.at(-1),
      released: releasedOn(version),
      deprecated: deprecation !== null,
      since: deprecation?.since ?? null,
      sunset: deprecation?.sunset ?? null,
      brownouts: deprecation?.brownouts ?? [],
      ...(declared.length > 0 && { changes: declared }),
    };
  });
}

/** The links of the page: one per version. */
export function pageVersions(
  facts: readonly VersionFacts[],
  shown: string | null,
  urlsOf: (version: string) => Pick<PageVersion, 'url' | 'documentUrl'>,
): readonly ShownVersion[] {
  return facts.map((one) => ({ ...one, ...urlsOf(one.version), current: one.version === shown }));
}
