import { objectAt, textAt } from '../json/json.js';
import { codeBlock } from './code.js';
import { html, type Html } from '../text/html.js';
import { versionBar } from './lifecycle-bar.js';
import { methodBadge } from './marks.js';
import { renderMarkdown } from './markdown.js';
import { exampleText, sampleOf } from './operation-request.js';
import type { PageContent } from './page-content.js';
import { schemaUsers } from './schema-users.js';
import { schemaTree } from './schema-tree.js';

/** A component schema, with an example and the operations that use it. */
export function schemaPage(name: string, content: PageContent): Html {
  const { reading, links } = content;
  const { document } = reading;
  const written = objectAt(objectAt(document.root['components'])['schemas'])[name];
  const example = exampleText(sampleOf(written, document), 'application/json');
  const users = schemaUsers(reading).get(name) ?? [];
  return html`
<article class="one-schema sides">
  <div class="contract"><header><p class="crumb">Schema</p><h1 id="page-heading" tabindex="-1">${textAt(document.resolve(written)['title']) ?? name}</h1>${versionBar(content, { kind: 'schema', name })}${renderMarkdown(textAt(document.resolve(written)['description']))}</header>
  ${schemaTree({ ...document.resolve(written) }, ['components', 'schemas', name], { document, links, differences: null, room: { rows: Number.POSITIVE_INFINITY } })}</div>
  <aside class="request" aria-label="Example and use">${example !== '' && html`<section class="panel"><h2>Example</h2>${codeBlock(example, 'application/json', `Example of ${name}`)}</section>`}${
    users.length > 0 &&
    html`<section class="panel"><h2>Used by</h2><ul class="users">${users.map((user) => html`<li><a href="${links.operation(user.slug)}">${methodBadge(user)} ${user.summary}</a></li>`)}</ul></section>`
  }</aside>
</article>`;
}
