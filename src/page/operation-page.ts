import { STATUS_CODES } from 'node:http';
import { objectAt, textAt } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { copyable } from './code.js';
import { constraintList, schemaTree, type TreeContext } from './schema-tree.js';
import { describeType } from './describe-type.js';
import { differencesOf } from './differences.js';
import { differenceNote } from './difference-note.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { goneMark, lifecycleBadge, placeMark, sunsetBadge } from './marks.js';
import { bodyForms } from './operation-request.js';
import type { PageContent } from './page-content.js';
import { previewMark, previewNote } from './previews.js';
import type { ReadOperation } from './read-document.js';
import { serversOf } from './servers.js';
import { accessWords } from './security.js';
import { tryIt } from './try-it.js';

/** One operation: what it does, what it takes, what it answers, and how to try it. */
export function operationPage(operation: ReadOperation, content: PageContent): Html {
  const { reading, links, step } = content;
  const { node, method, path, summary, deprecated, sunset } = operation;
  const differences = step && differencesOf(operation, step);
  const context: TreeContext = { document: reading.document, links, differences };
  const tag = reading.tags.find(({ operations }) => operations.includes(operation));
  return html`
<article class="operation sides">
  <div class="contract">
    <header>
      ${tag && html`<p class="crumb"><a href="${links.home}#${tag.slug}">${tag.name}</a></p>`}
      <div class="heading"><h1 id="page-heading" tabindex="-1">${summary}</h1>${deprecated && sunsetBadge(sunset)}${previewMark(operation)}</div>
      <p class="address"><span class="method ${method.toLowerCase()}">${method}</span><code>${serverWords(operation, context)}${pathWords(path)}</code>${copyable(path, 'Copy the path')}</p>
      ${accessWords(operation, reading.document)}
      ${renderMarkdown(textAt(node['description']))}
      ${previewNote(operation, content)}
      ${differenceNote(operation, differences, content)}
    </header>
    ${parameterLists(operation, context)}
    ${requestBody(operation, context)}
    ${responses(operation, context)}
  </div>
  ${tryIt(operation, content)}
  ${neighbours(operation, content)}
</article>`;
}

/** The address before the path, where there is one to choose only. */
function serverWords({ servers }: ReadOperation, { document }: TreeContext): Html | null {
  const [server = '', ...others] = serversOf(servers, document);
  return server === '' || others.length > 0 ? null : html`<span class="server">${server}</span>`;
}

/** A path with its parameters told apart. */
function pathWords(path: string): readonly (Html | string)[] {
  return path.split(/(\{[^}]*\})/).map((part) => (part.startsWith('{') ? html`<b>${part}</b>` : part));
}

/** Links to the operations before and after this one, in the order of the list. */
function neighbours(operation: ReadOperation, { reading, links }: PageContent): Html {
  const all = reading.tags.flatMap(({ operations }) => operations);
  const at = all.indexOf(operation);
  const link = (one: ReadOperation | undefined, relation: 'prev' | 'next', word: string) =>
    one && html`<a href="${links.operation(one.slug)}" rel="${relation}"><small>${word}</small> ${one.summary}</a>`;
  return html`<nav class="neighbours" aria-label="Next to this operation">${link(all[at - 1], 'prev', 'Previous')}${link(all[at + 1], 'next', 'Next')}</nav>`;
}

const carriers = {
  path: 'Path parameters',
  query: 'Query parameters',
  querystring: 'Query string',
  header: 'Headers',
  cookie: 'Cookies',
} as const;

function parameterLists({ parameters, tokens }: ReadOperation, context: TreeContext): readonly Html[] {
  const gone = context.differences?.gone.get(pointerTo([...tokens, 'parameters'])) ?? [];
  const lists = (Object.keys(carriers) as (keyof typeof carriers)[]).flatMap((carrier) => {
    const own = parameters.filter((parameter) => parameter.carrier === carrier);
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
  return html`<li><code class="name">${name}</code> <span class="type">${describeType(schema, document)}</span>${required && html` <span class="required">required</span>`}${lifecycleBadge(node)}${mark}${renderMarkdown(textAt(node['description']) ?? textAt(resolved['description']))}${constraintList(resolved)}</li>`;
}

function requestBody(operation: ReadOperation, context: TreeContext): Html | null {
  const body = context.document.resolve(operation.node['requestBody']);
  const forms = bodyForms(operation);
  if (forms.length === 0) return null;
  const mark = placeMark(context.differences, pointerTo([...operation.tokens, 'requestBody']));
  return html`<section><h2>Body${body['required'] === true && html` <span class="required">required</span>`}${mark}</h2>${renderMarkdown(textAt(body['description']))}${forms.map(
    ({ mediaType, schema, tokens }) =>
      html`<div class="media">${schema === undefined ? mediaLine(mediaType) : schemaTree(schema, tokens, context, mediaLine(mediaType))}</div>`,
  )}</section>`;
}

const mediaLine = (mediaType: string) => html`<code>${mediaType}</code>`;

function responses({ node, tokens }: ReadOperation, context: TreeContext): Html {
  const all = Object.entries(objectAt(node['responses']));
  const first = all.find(([status]) => status.startsWith('2'))?.[0] ?? all[0]?.[0];
  return html`<section><h2>Responses</h2><div class="answers">${all.map(([status, written]) => {
    const at = [...tokens, 'responses', status];
    const response = context.document.resolve(written);
    const contents = Object.entries(objectAt(response['content']));
    const title = STATUS_CODES[status] ?? '';
    const description = withoutTitle(textAt(response['description']), title);
    const brief = description !== null && isBrief(description);
    return html`<details class="answer"${status === first && html` open`}><summary><span class="status s${status[0]}">${status}</span> <span>${title}</span>${brief && html` <small class="brief">${description}</small>`}${placeMark(context.differences, pointerTo(at))}</summary>
      <div class="inside">${!brief && renderMarkdown(description)}${headerList(response['headers'], at, context)}${contents.map(
        ([mediaType, media]) => {
          const { schema } = context.document.resolve(media);
          return html`<div class="media">${schema === undefined ? mediaLine(mediaType) : schemaTree(schema, [...at, 'content', mediaType, 'schema'], context, mediaLine(mediaType))}</div>`;
        },
      )}</div></details>`;
  })}</div></section>`;
}

/** What a description says beyond the title of its status; null if nothing. */
function withoutTitle(description: string | null, title: string): string | null {
  if (title === '' || !description?.startsWith(title)) return description;
  const [, rest = description] = /^\s*(?:[.:]\s*|$)([^]*)/.exec(description.slice(title.length)) ?? [];
  return rest || null;
}

/** Whether a description fits beside the status: one line of plain words. */
const isBrief = (text: string) => text.length <= 90 && /^[^\n`*_[\]<]*$/.test(text);

function headerList(written: Parameters<typeof objectAt>[0], at: readonly string[], context: TreeContext): Html | null {
  const headers = Object.entries(objectAt(written));
  if (headers.length === 0) return null;
  return html`<details class="headers"><summary>${headers.length === 1 ? '1 header' : `${headers.length} headers`}</summary><ul class="members">${headers.map(
    ([name, one]) => {
      const header = context.document.resolve(one);
      const mark = placeMark(context.differences, pointerTo([...at, 'headers', name]));
      return html`<li><code class="name">${name}</code> <span class="type">${describeType(header['schema'], context.document)}</span>${header['required'] === true && html` <span class="required">always</span>`}${mark}${renderMarkdown(textAt(header['description']) ?? textAt(context.document.resolve(header['schema'])['description']))}</li>`;
    },
  )}</ul></details>`;
}
