import { objectAt, textAt, isObject, type Json } from '../json/json.js';
import { codeBlock } from './code.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { exampleText, sampleOf } from './operation-request.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';
import { schemaTree } from './schema-tree.js';

/** A component schema, with an example and the operations that use it. */
export function schemaPage(name: string, { reading, links }: PageContent): Html {
  const { document } = reading;
  const written = objectAt(objectAt(document.root['components'])['schemas'])[name];
  const example = exampleText(sampleOf(written, document), 'application/json');
  const users = [...reading.operations.values()].filter((operation) => uses(operation, name));
  return html`
<article class="one-schema sides">
  <div class="contract"><header><p class="crumb">Schema</p><h1 id="page-heading" tabindex="-1">${textAt(document.resolve(written)['title']) ?? name}</h1>${renderMarkdown(textAt(document.resolve(written)['description']))}</header>
  ${schemaTree({ ...document.resolve(written) }, ['components', 'schemas', name], { document, links, differences: null })}</div>
  <aside class="request" aria-label="Example and use">${example !== '' && html`<section class="panel"><h2>Example</h2>${codeBlock(example, 'application/json', `Example of ${name}`)}</section>`}${
    users.length > 0 &&
    html`<section class="panel"><h2>Used by</h2><ul class="users">${users.map(({ slug, method, summary }) => html`<li><a href="${links.operation(slug)}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary}</a></li>`)}</ul></section>`
  }</aside>
</article>`;
}

function uses({ node, document }: ReadOperation, name: string): boolean {
  const reference = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const passed = new Set<Json>();
  const mentions = (value: Json | undefined): boolean => {
    if (!isObject(value) && !Array.isArray(value)) return false;
    if (passed.has(value as Json)) return false;
    passed.add(value as Json);
    if (Array.isArray(value)) return (value as readonly Json[]).some(mentions);
    const { $ref } = value as { $ref?: Json };
    if ($ref === reference) return true;
    if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/') && mentions(document.target({ $ref })))
      return true;
    return Object.values(value).some((child) => mentions(child as Json));
  };
  return mentions(node);
}
