import { alignVersions } from './differences.js';
import { html, type Html } from '../text/html.js';
import type { PageSubject } from './links.js';
import { methodBadge } from './marks.js';
import type { PageContent } from './page-content.js';
import { previewMark } from './previews.js';
import type { ReadOperation, ReadTag } from './read-document.js';
import { hasWebhooks, webhooksId } from './webhooks.js';

/** Every operation by tag and every schema, with a search. */
export function sidebar(content: PageContent, subject: PageSubject): Html {
  const { reading, links, mostListed } = content;
  const own = subject.kind === 'operation' ? subject.operation : undefined;
  const ownTag = own && reading.places.get(own)!.tag;
  const whole = subject.kind === 'home' || reading.operations.size + reading.schemas.length <= mostListed;
  const isListed = (tag: ReadTag) => whole || reading.tags.length <= mostListed / 2 || tag === ownTag;
  const all = reading.operations.size;
  const open = (tag: ReadTag) => reading.operations.size <= 40 || tag === ownTag;
  return html`
<nav class="sidebar" id="operations" popover aria-label="Operations" data-document="${links.document}" data-whole="${whole ? '' : links.home}">
  <p class="search"><input type="search" placeholder="Search" aria-label="Search operations" aria-keyshortcuts="/ Control+K" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></p>
  <ul class="places">
    <li><a href="${links.home}"${subject.kind === 'home' && html` aria-current="page"`}>Overview</a></li>
    ${content.versions.length > 1 && html`<li><a href="${links.changes}"${subject.kind === 'changes' && html` aria-current="page"`}>Changes</a></li>`}
    ${content.previews.length > 0 && html`<li><a href="${links.home}#previews">Previews</a></li>`}
    ${hasWebhooks(content) && html`<li><a href="${links.home}#${webhooksId}">Webhooks</a></li>`}
    <li><a href="${links.timeline}"${subject.kind === 'timeline' && html` aria-current="page"`}>Versions over time</a></li>
    <li><a href="${links.document}" data-outside>OpenAPI document</a></li>
  </ul>
  ${reading.tags.filter(isListed).map(
    (tag) => html`
  <details class="tag"${open(tag) && html` open`}><summary><h2>${tag.name}</h2> <span class="count">${tag.operations.length}</span></summary>${
    whole || tag === ownTag
      ? html`<ul>${(whole ? tag.operations : around(own!, tag.operations, mostListed / 2)).map((operation) => entry(operation, content, operation === own))}</ul>`
      : html`<p><a href="${links.home}#${tag.slug}">All ${tag.operations.length} operations</a></p>`
  }</details>`,
  )}
  ${
    reading.schemas.length > 0 &&
    whole &&
    html`
  <details class="tag"${subject.kind === 'schema' && html` open`}><summary><h2>Schemas</h2> <span class="count">${reading.schemas.length}</span></summary><ul>${reading.schemas.map(
    (name) => html`
    <li><a href="${links.schema(name)}"${subject.kind === 'schema' && subject.name === name && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></details>`
  }
  ${whole ? null : html`<p class="all"><a href="${links.home}">All ${all.toLocaleString('en')} operations</a></p>`}
  <ul class="results"></ul>
  <p class="none quiet" hidden>Nothing matches.</p>
</nav>`;
}

/** An operation with those before and after it in the list, at most `most` in all. */
function around(own: ReadOperation, all: readonly ReadOperation[], most: number): readonly ReadOperation[] {
  const start = Math.max(0, Math.min(all.indexOf(own) - most / 2, all.length - most));
  return all.slice(start, start + most);
}

function entry(operation: ReadOperation, { links, step }: PageContent, current: boolean): Html {
  const { path, summary, slug, deprecated } = operation;
  const isNew = step !== null && alignVersions(step).added.has(operation);
  return html`
    <li><a href="${links.operation(slug)}" title="${path}"${deprecated && html` class="deprecated"`}${current && html` aria-current="page"`}>${methodBadge(operation)} <span>${summary}</span>${isNew ? html` <span class="mark new">new</span>` : previewMark(operation)}</a></li>`;
}
