import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import type { PageVersion } from '../routing/table/service-options.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import type { PageContent } from './page-content.js';

/** What each version changed, the newest first; nothing where none declares changes. */
export function changesOverTime({ versions }: PageContent): Html | null {
  const changed = versions.filter(({ changes }) => changes).toReversed();
  if (changed.length === 0) return null;
  return html`<h2 id="changes-heading">What each version changed</h2>${changed.map(versionChanges)}`;
}

function versionChanges({ version, url, changes = [] }: PageVersion): Html {
  return html`
  <section class="changes"><h3><a href="${url}">Version ${version}</a></h3>${changeList(changes)}</section>`;
}

export function changeList(changes: readonly DeclaredChange[]): Html {
  return html`<ul>${changes.map(
    ({ title, description, operations }) => html`
    <li><strong>${title}</strong>${renderMarkdown(description)}${
      operations.length > 0 &&
      html`<p class="quiet">${operations.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>`
    }</li>`,
  )}</ul>`;
}
