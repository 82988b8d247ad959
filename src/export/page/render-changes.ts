import type { DeclaredChange } from '../../routing/changes/declared-changes.js';
import type { PageOptions, PageVersion } from '../../routing/table/service-options.js';
import { html, type Html, inlineMarkdown } from './html.js';

/** What the shown version changed, folded away below its links; nothing where it declares no changes. */
export function newInVersion({ versions }: PageOptions): Html | null {
  const shown = versions.find(({ current }) => current);
  if (!shown || shown.changes.length === 0) return null;
  return html`<details class="changes" open><summary><h2>What is new in version ${shown.version}</h2></summary>${changeList(shown.changes)}</details>`;
}

/** What each version changed, the newest first; nothing where none declares changes. */
export function changesOverTime({ versions }: PageOptions): Html | null {
  const changed = versions.filter(({ changes }) => changes.length > 0).toReversed();
  if (changed.length === 0) return null;
  return html`<h2 id="changes-heading">What each version changed</h2>${changed.map(versionChanges)}`;
}

function versionChanges({ version, url, changes }: PageVersion): Html {
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
