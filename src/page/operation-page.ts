import { textAt } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { copyable } from './code.js';
import { constraintList, schemaTree, type TreeContext } from './schema-tree.js';
import { describeType } from './describe-type.js';
import { differencesOf } from './differences.js';
import { differenceNote } from './difference-note.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { goneMark, lifecycleBadge, methodBadge, optionalWord, placeMark, sunsetBadge } from './marks.js';
import { bodyForms, fillParameter, isConstantHeader } from './operation-request.js';
import { titleBar } from './lifecycle-bar.js';
import type { PageContent } from './page-content.js';
import { previewMark, previewNote } from './previews.js';
import { answers } from './answers.js';
import type { ReadOperation } from './read-document.js';
import { serversOf } from './servers.js';
import { accessWords } from './security.js';
import { tryIt } from './try-it.js';

/** One operation: what it does, what it takes, what it answers, and how to try it. */
export function operationPage(operation: ReadOperation, content: PageContent): Html {
  const { reading, links, step } = content;
  const { node, path, summary, deprecated, sunset } = operation;
  const differences = step && differencesOf(operation, step);
  const context: TreeContext = { document: reading.document, links, differences, room: { rows: content.mostRows } };
  const { tag } = reading.places.get(operation)!;
  return html`
<article class="operation sides">
    <header>
      <p class="crumb"><a href="${links.home}#${tag.slug}">${tag.name}</a></p>
      <div class="heading"><h1 id="page-heading" tabindex="-1">${summary}</h1>${deprecated && sunsetBadge(sunset)}${previewMark(operation)}</div>
      <p class="address">${methodBadge(operation)}<code>${serverWords(operation, context)}${pathWords(path)}</code>${copyable(path, 'Copy the path')}</p>
      ${constantHeaders(operation, context)}
      ${titleBar(operation, content, { kind: 'operation', operation })}
      ${accessWords(operation, reading.document)}
      ${renderMarkdown(textAt(node['description']))}
      ${previewNote(operation, content)}
      ${differenceNote(operation, differences, content)}
    </header>
  ${tryIt(operation, content)}
  <div class="contract">
    ${parameterLists(operation, context)}
    ${requestBody(operation, context)}
    ${answers(operation, context, reading)}
  </div>
  ${neighbours(operation, content)}
</article>`;
}

/** The address before the path, where there is one to choose only. */
function serverWords({ servers }: ReadOperation, { document }: TreeContext): Html | null {
  const [server = '', ...others] = serversOf(servers, document);
  return server === '' || others.length > 0 ? null : html`<span class="server">${server}</span>`;
}

/** A path with its parameters highlighted. */
function pathWords(path: string): readonly (Html | string)[] {
  return path.split(/(\{[^}]*\})/).map((part) => (part.startsWith('{') ? html`<b>${part}</b>` : part));
}

/** Links to the operations before and after this one, in the order of the list. */
function neighbours(operation: ReadOperation, { reading, links }: PageContent): Html {
  const { before, after } = reading.places.get(operation)!;
  const link = (one: ReadOperation | undefined, relation: 'prev' | 'next', word: string) =>
    one && html`<a href="${links.operation(one.slug)}" rel="${relation}"><small>${word}</small> ${one.summary}</a>`;
  return html`<nav class="neighbours" aria-label="Next to this operation">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}

const carriers = {
  path: 'Path parameters',
  query: 'Query parameters',
  querystring: 'Query string',
  header: 'Headers',
  cookie: 'Cookies',
} as const;

/** Headers of one value, such as the version: every sample has them. */
function constantHeaders({ parameters }: ReadOperation, { document }: TreeContext): Html | null {
  const constant = parameters.filter((parameter) => isConstantHeader(parameter, document));
  return constant.length === 0
    ? null
    : html`<p class="chips">${constant.map((parameter) => html`<code>${parameter.name}: ${fillParameter(parameter, document).value}</code>`)}</p>`;
}

function parameterLists({ parameters, tokens }: ReadOperation, context: TreeContext): readonly Html[] {
  const gone = context.differences?.gone.get(pointerTo([...tokens, 'parameters'])) ?? [];
  const lists = (Object.keys(carriers) as (keyof typeof carriers)[]).flatMap((carrier) => {
    const own = parameters.filter(
      (parameter) => parameter.carrier === carrier && !isConstantHeader(parameter, context.document),
    );
    return own.length === 0
      ? []
      : [
          html`<section><h2>${carriers[carrier]}</h2><ul class="members">${own.map((parameter) => parameterRow(parameter, context))}</ul></section>`,
        ];
  });
  if (gone.length === 0) return lists;
  return [
    ...lists,
    html`<section><h2>Parameters that are gone</h2><ul class="members">${gone.map(({ name, message }) => html`<li class="gone"><s><code class="name">${name}</code></s>${goneMark(message)}</li>`)}</ul></section>`,
  ];
}

function parameterRow({ name, node, schema, required, tokens }: Parameter, context: TreeContext): Html {
  const { document, differences } = context;
  const resolved = document.resolve(schema);
  const mark = placeMark(differences, pointerTo(tokens)) ?? placeMark(differences, pointerTo([...tokens, 'schema']));
  return html`<li><code class="name">${name}</code> <span class="type">${describeType(schema, document)}</span>${optionalWord(required)}${lifecycleBadge(node)}${mark}${renderMarkdown(textAt(node['description']) ?? textAt(resolved['description']))}${constraintList(resolved)}</li>`;
}

function requestBody(operation: ReadOperation, context: TreeContext): Html | null {
  const body = context.document.resolve(operation.node['requestBody']);
  const forms = bodyForms(operation);
  if (forms.length === 0) return null;
  const mark = placeMark(context.differences, pointerTo([...operation.tokens, 'requestBody']));
  return html`<section><h2>Body${optionalWord(body['required'] === true)}${mark}</h2>${renderMarkdown(textAt(body['description']))}${forms.map(
    ({ mediaType, schema, tokens }) =>
      html`<div class="media">${schema === undefined ? mediaLine(mediaType) : schemaTree(schema, tokens, context, mediaLine(mediaType))}</div>`,
  )}</section>`;
}

const mediaLine = (mediaType: string) => html`<code>${mediaType}</code>`;
