import { STATUS_CODES } from 'node:http';
import { type Json, type JsonObject, objectAt, textAt } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import { componentName, describeType } from './describe-type.js';
import { groupBy } from '../text/group-by.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { differsBelow, placeMark } from './marks.js';
import type { PageDocument, ReadOperation } from './read-document.js';
import { schemaTree, type TreeContext } from './schema-tree.js';
import { securitySchemes } from './security.js';
import { isShared } from './schema-users.js';

/** A response of an operation. */
interface Answer {
  readonly status: string;
  readonly node: JsonObject;
  readonly tokens: readonly string[];
  readonly headers: readonly (readonly [name: string, header: JsonObject])[];
}

/** The responses of an operation: the first success open, and the headers of all of them once. */
export function answers(operation: ReadOperation, context: TreeContext, reading: PageDocument): Html {
  const all = Object.entries(objectAt(operation.node['responses'])).map(([status, written]): Answer => {
    const node = context.document.resolve(written);
    return {
      status,
      node,
      tokens: [...operation.tokens, 'responses', status],
      headers: Object.entries(objectAt(node['headers'])).map(([name, one]) => [name, context.document.resolve(one)]),
    };
  });
  const first = all.find(({ status }) => status.startsWith('2'))?.status ?? all[0]?.status;
  const common = commonHeaders(all, context);
  const errors = groupBy(
    all.filter((answer) => sharedError(answer, common, context, reading) !== null),
    (answer) => JSON.stringify(sharedError(answer, common, context, reading)),
  );
  const alike: readonly Answer[] = [...errors.values()].find((own) => own.length > 1) ?? [];
  return html`<section><h2>Responses</h2><div class="answers">${all.map((answer) => (alike.includes(answer) ? html`<p class="answer">${answerWords(answer, context)}${authorizeButton(answer, reading)}</p>` : answerRow(answer, answer.status === first, common, context, reading)))}${alike[0] && errorLine(sharedError(alike[0], common, context, reading)!, context)}</div>${
    common.length > 0 &&
    html`<details class="headers"><summary>${common.length === 1 ? '1 header' : `${common.length} headers`} of every response</summary><ul class="members">${common.map(([name, header]) => headerRow(name, header, null, context))}</ul></details>`
  }</section>`;
}

/** The body of an error that only has a short description, in a schema that many operations share; null for any other answer. */
function sharedError(
  { status, node, tokens, headers }: Answer,
  common: Answer['headers'],
  { document, differences }: TreeContext,
  reading: PageDocument,
): { readonly mediaType: string; readonly name: string } | null {
  const [media, ...others] = Object.entries(objectAt(node['content']));
  const name = media === undefined ? null : componentName(document.resolve(media[1])['schema']);
  const isPlain = isBrief(textAt(node['description']) ?? '') && headers.length === common.length;
  if (!isError(status) || !isPlain || name === null || others.length > 0 || !isShared(name, reading)) return null;
  return differsBelow(differences, pointerTo(tokens)) ? null : { mediaType: media![0], name };
}

const errorLine = ({ mediaType, name }: NonNullable<ReturnType<typeof sharedError>>, { links }: TreeContext) =>
  html`<p class="answer quiet">Errors are <code>${mediaType}</code> <a href="${links.schema(name)}">${name}</a></p>`;

const authorizeButton = ({ status }: Answer, { document }: PageDocument) =>
  status === '401' &&
  securitySchemes(document).size > 0 &&
  html`<button type="button" class="authorize" aria-haspopup="dialog">Authorize</button>`;

/** What a response says of itself in a line. */
function answerWords({ status, node, tokens }: Answer, { differences }: TreeContext): Html {
  const title = STATUS_CODES[status] ?? '';
  const brief = withoutTitle(textAt(node['description']), title);
  return html`<span class="status s${status[0]}">${status}</span> <span>${title}</span>${brief !== null && isBrief(brief) && html` <small class="brief">${brief}</small>`}${placeMark(differences, pointerTo(tokens))}`;
}

function answerRow(
  answer: Answer,
  isFirst: boolean,
  common: Answer['headers'],
  context: TreeContext,
  reading: PageDocument,
): Html {
  const { status, node, tokens, headers } = answer;
  const description = withoutTitle(textAt(node['description']), STATUS_CODES[status] ?? '');
  const names = new Set(common.map(([name]) => name));
  const own = headers.filter(([name]) => !names.has(name));
  return html`<details class="answer"${isFirst && html` open`}><summary>${answerWords(answer, context)}</summary>
      <div class="inside">${authorizeButton(answer, reading)}${(description === null || !isBrief(description)) && renderMarkdown(description)}${
        own.length > 0 &&
        html`<details class="headers"><summary>${own.length === 1 ? '1 header' : `${own.length} headers`}</summary><ul class="members">${own.map(([name, header]) => headerRow(name, header, placeMark(context.differences, pointerTo([...tokens, 'headers', name])), context))}</ul></details>`
      }${bodies(status, node, tokens, context, reading)}</div></details>`;
}

/** The contents of an answer. An error that many operations share shows only its name, unless it differs from the version before. */
function bodies(
  status: string,
  node: JsonObject,
  tokens: readonly string[],
  context: TreeContext,
  reading: PageDocument,
): readonly Html[] {
  const isBrief = isError(status) && !differsBelow(context.differences, pointerTo(tokens));
  const inner = isBrief ? { ...context, isElsewhere: (name: string) => isShared(name, reading) } : context;
  return Object.entries(objectAt(node['content'])).map(([mediaType, media]) => {
    const { schema } = context.document.resolve(media);
    const line = html`<code>${mediaType}</code>`;
    return html`<div class="media">${schema === undefined ? line : schemaTree(schema, [...tokens, 'content', mediaType, 'schema'], inner, line)}</div>`;
  });
}

/** Whether a status says that the request failed; `default` covers the statuses that a description does not list. */
export const isError = (status: string): boolean => !/^[123]/.test(status);

/** The headers that every response has alike, where there are several responses and none of these headers differs from the version before. */
function commonHeaders(all: readonly Answer[], { differences }: TreeContext): Answer['headers'] {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return [];
  const isSame = (one: Json, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);
  return first.headers.filter(
    ([name, header]) =>
      others.every(({ headers }) => isSame(header, headers.find(([other]) => other === name)?.[1])) &&
      all.every(({ tokens }) => placeMark(differences, pointerTo([...tokens, 'headers', name])) === null),
  );
}

function headerRow(name: string, header: JsonObject, mark: Html | null, { document }: TreeContext): Html {
  return html`<li><code class="name">${name}</code> <span class="type">${describeType(header['schema'], document)}</span>${header['required'] === true && html` <small class="optional">always</small>`}${mark}${renderMarkdown(textAt(header['description']) ?? textAt(document.resolve(header['schema'])['description']))}</li>`;
}

/** What a description says beyond the title of its status; null if nothing. */
function withoutTitle(description: string | null, title: string): string | null {
  if (title === '' || !description?.startsWith(title)) return description;
  const [, rest = description] = /^\s*(?:[.:]\s*|$)([^]*)/.exec(description.slice(title.length)) ?? [];
  return rest || null;
}

/** Whether a description fits beside the status: one line of plain words. */
const isBrief = (text: string) => text.length <= 90 && /^[^\n`*_[\]<]*$/.test(text);
