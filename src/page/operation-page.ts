import { STATUS_CODES } from 'node:http';
import { objectAt, textAt } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import type { Parameter } from '../contract/diff/operation/read-parameters.js';
import { codeBlock, copyable } from './code.js';
import { constraintList, schemaTree, type TreeContext } from './schema-tree.js';
import { describeType } from './describe-type.js';
import { differencesOf } from './differences.js';
import { differenceNote } from './difference-note.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { goneMark, placeMark } from './marks.js';
import { bodyForms, mediaExample } from './operation-request.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';
import { accessWords } from './security.js';
import { tryIt } from './try-it.js';
import { sunsetBadge } from './version-links.js';

/** One operation: what it does, what it takes, what it answers, and how to try it. */
export function operationPage(operation: ReadOperation, content: PageContent): Html {
  const { reading, links, step } = content;
  const { node, method, path, summary, deprecated, sunset } = operation;
  const differences = step && differencesOf(operation, step);
  const context: TreeContext = { document: reading.document, links, differences };
  const tag = reading.tags.find(({ operations }) => operations.includes(operation));
  return html`
<article class="operation">
  <header>
    ${tag && html`<p class="crumb"><a href="${links.home}#${tag.slug}">${tag.name}</a></p>`}
    <h1 id="page-heading" tabindex="-1"${deprecated && html` class="deprecated"`}>${summary}</h1>
    <p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${copyable(path, 'Copy the path')}</p>
    <p class="facts">${deprecated && sunsetBadge(sunset)}${accessWords(operation, reading.document)}</p>
    ${differenceNote(operation, differences, content)}
    ${renderMarkdown(textAt(node['description']))}
  </header>
  <div class="sides">
    <div class="contract">
      ${parameterLists(operation, context)}
      ${requestBody(operation, context)}
      ${responses(operation, context)}
    </div>
    ${tryIt(operation, content)}
  </div>
</article>`;
}

const carriers = { path: 'Path', query: 'Query', querystring: 'Query', header: 'Headers', cookie: 'Cookies' } as const;

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
  const isDeprecated = node['deprecated'] === true;
  return html`<li><code class="name">${name}</code> <span class="type">${describeType(schema, document)}</span>${required && html` <span class="required">required</span>`}${isDeprecated && html` ${sunsetBadge(textAt(node['x-sunset']))}`}${mark}${renderMarkdown(textAt(node['description']) ?? textAt(resolved['description']))}${constraintList(resolved)}</li>`;
}

function requestBody(operation: ReadOperation, context: TreeContext): Html | null {
  const body = context.document.resolve(operation.node['requestBody']);
  const forms = bodyForms(operation);
  if (forms.length === 0) return null;
  const mark = placeMark(context.differences, pointerTo([...operation.tokens, 'requestBody']));
  return html`<section><h2>Body${body['required'] === true && html` <span class="required">required</span>`}${mark}</h2>${renderMarkdown(textAt(body['description']))}${forms.map(
    ({ mediaType, schema, tokens }) =>
      html`<div class="media"><p class="quiet"><code>${mediaType}</code></p>${schema !== undefined && schemaTree(schema, tokens, context)}</div>`,
  )}</section>`;
}

function responses({ node, tokens }: ReadOperation, context: TreeContext): Html {
  const all = Object.entries(objectAt(node['responses']));
  const first = all.find(([status]) => status.startsWith('2'))?.[0] ?? all[0]?.[0];
  return html`<section><h2>Answers</h2>${all.map(([status, written]) => {
    const at = [...tokens, 'responses', status];
    const response = context.document.resolve(written);
    const contents = Object.entries(objectAt(response['content']));
    const description = textAt(response['description']);
    const title = STATUS_CODES[status] ?? '';
    return html`<details class="answer"${status === first && html` open`}><summary><span class="status s${status[0]}">${status}</span> ${title}${placeMark(context.differences, pointerTo(at))}</summary>
      ${description !== title && renderMarkdown(description)}${headerList(response['headers'], at, context)}${contents.map(
        ([mediaType, media]) => {
          const { schema } = context.document.resolve(media);
          const example = mediaExample(media, mediaType, context.document);
          return html`<div class="media"><p class="quiet"><code>${mediaType}</code></p>${schema !== undefined && schemaTree(schema, [...at, 'content', mediaType, 'schema'], context)}${example !== '' && html`<details class="example"${status === first && html` open`}><summary>Example</summary>${codeBlock(example, mediaType, `Example of ${status}`)}</details>`}</div>`;
        },
      )}</details>`;
  })}</section>`;
}

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
