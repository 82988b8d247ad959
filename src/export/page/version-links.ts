import type { PageOptions } from '../../routing/table/service-options.js';
import { html, type Html } from './html.js';
import { sunsetBadge } from './sunset-badge.js';

/** One plain link per version, and one to all of them where a single document holds all. */
export function versionLinks({ version, versions }: PageOptions, allVersions: string | null): Html | null {
  if (versions.length === 0) return null;
  const links = versions.map(
    ({ version: name, url, current, deprecated, sunset }) => html`
    <li><a href="${url}"${current && html` aria-current="page"`}>Version ${name}</a>${deprecated && html` ${sunsetBadge(sunset)}`}</li>`,
  );
  const all =
    allVersions !== null &&
    html`<li><a href="${allVersions}"${version === null && html` aria-current="page"`}>All versions</a></li>`;
  return html`<nav aria-label="Versions"><ul class="versions">${all}${links}</ul></nav>`;
}
