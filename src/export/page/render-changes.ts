import type { DeclaredChange } from '../../routing/changes/declared-changes.js';
import type { PageOptions, PageVersion } from '../../routing/table/service-options.js';
import { html, type Html, inlineMarkdown } from './html.js';

/** What the shown version changed; nothing where it declares no changes. */
export function newInVersion({ versions }: PageOptions): Html | null {
  const { version, changes } = versions.find(({ current }) => current) ?? {};
  if (!changes) return null;
  return html`<details class="changes" open><summary><h2>What is new in version ${version}</h2></summary>${changeList(changes)}</details>`;
}

/** What each version changed, the newest first; nothing where none declares changes. */
export function changesOverTime({ versions }: PageOptions): Html | null {
  const changed = versions.filter(({ changes }) => changes).toReversed();
  if (changed.length === 0) return null;
  return html`<h2 id="changes-heading">What each version changed</h2>${changed.map(versionChanges)}`;
}

function versionChanges({ version, url, changes = [] }: PageVersion): Html {
  return html`
  <section class="changes"><h3><a href="${url}">Version ${version}</a></h3>${changeList(changes)}</section>`;
}

function changeList(changes: readonly DeclaredChange[]): Html {
  return html`<ul>${changes.map(
    ({ title, description, operations }) => html`
    <li><strong>${title}</strong>${description !== null && inlineMarkdown(description)}${
      operations.length > 0 &&
      html`<p class="quiet">${operations.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>`
    }</li>`,
  )}</ul>`;
}
