import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import { versionAsTitle } from '../text/version-order.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { dayElement, methodAndPath } from './marks.js';
import type { PageContent } from './page-content.js';

/** What each version changed, the newest first; nothing where none declares changes. */
export function changesOverTime(content: PageContent): Html | null {
  const changed = content.versions.filter(({ changes }) => changes).toReversed();
  if (changed.length === 0) return null;
  return html`<h2 id="changes-heading">What each version changed</h2><div class="history">${changed.map(
    ({ version, url, released, changes = [] }) => html`
  <section class="changes"><div><h3><a href="${url}">${versionAsTitle(version)}</a></h3>${released !== null && html`<p class="quiet">released ${dayElement(released, content.today)}</p>`}</div>${changeList(changes, content)}</section>`,
  )}</div>`;
}

/** Changes with their operations; those of the shown version are links. */
export function changeList(changes: readonly DeclaredChange[], { reading, links }: PageContent): Html {
  const slugs = new Map([...reading.operations.values()].map(({ method, path, slug }) => [`${method} ${path}`, slug]));
  const operation = (name: string) => {
    const [method = '', path = ''] = name.split(' ');
    const words = methodAndPath({ method, path });
    const slug = slugs.get(name);
    return html`<li>${slug === undefined ? words : html`<a href="${links.operation(slug)}">${words}</a>`}</li>`;
  };
  return html`<ul class="change-list">${changes.map(
    ({ title, description, operations }) => html`
    <li><strong>${title}</strong>${renderMarkdown(description)}${operations.length > 0 && html`<ul class="where">${operations.map(operation)}</ul>`}</li>`,
  )}</ul>`;
}
