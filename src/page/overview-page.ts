import { versionInWords } from '../text/version-order.js';
import { objectAt, textAt } from '../json/json.js';
import { html, type Html } from '../text/html.js';
import { renderInlineMarkdown, renderMarkdown } from './markdown.js';
import { apiFacts } from './api-facts.js';
import { methodBadge } from './marks.js';
import type { PageContent } from './page-content.js';
import { changeList } from './change-list.js';
import { previewList } from './previews.js';
import type { ReadOperation } from './read-document.js';
import { webhookList } from './webhooks.js';
import { countOf } from '../text/join-words.js';
import { versionBar } from './lifecycle-bar.js';
import { yourVersion } from './your-version.js';

/** The groups of a larger API start folded. */
const mostListed = 300;

/** The first page of a version: what the API is, what is new, and its operations by tag. */
export function overviewPage(content: PageContent): Html {
  const { title, version, versions, reading, links } = content;
  const entryList = (operations: readonly ReadOperation[]) =>
    html`<ul class="entries">${operations.map(
      (operation) => html`
    <li><a href="${links.operation(operation.slug)}"${operation.deprecated && html` class="deprecated"`}>${methodBadge(operation)}<span>${operation.summary}</span><code>${operation.path}</code></a></li>`,
    )}</ul>`;
  const operationEntries = (operations: readonly ReadOperation[]) =>
    reading.operations.size > mostListed
      ? html`<details class="whole"><summary>${countOf(operations.length, 'operation')}</summary>${entryList(operations)}</details>`
      : entryList(operations);
  const info = objectAt(reading.document.root['info']);
  const { changes = [] } = versions.find((one) => one.version === version) ?? {};
  return html`
<article class="overview">
  <header>
    <h1 id="page-heading" tabindex="-1">${title}</h1>
    <p class="quiet">Release ${textAt(info['version'])}${version !== null && html`, API ${versionInWords(version)}`}</p>
    ${versionBar(content, { kind: 'home' })}
    ${textAt(info['summary']) !== null && html`<p class="lead">${textAt(info['summary'])}</p>`}
    ${renderMarkdown(textAt(info['description']))}
    ${apiFacts(content)}
  </header>
  ${yourVersion(content)}
  ${changes.length > 0 && html`<section class="changes"><h2>What is new in ${versionInWords(version!)}</h2>${changeList(changes, content)}<p><a href="${links.changes}">Every difference, and how to move</a></p></section>`}
  ${previewList(content)}
  ${reading.tags.map(
    ({ name, slug, description, operations }) => html`
  <section class="group" id="${slug}"><div><h2>${name}</h2>${description !== null && html`<p class="quiet">${renderInlineMarkdown(description)}</p>`}</div>${operationEntries(operations)}</section>`,
  )}
  ${webhookList(content)}
</article>`;
}
