import { STATUS_CODES } from 'node:http';
import { type Json, type JsonObject, objectAt, textAt } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import { describeType } from './describe-type.js';
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
  return html`<section><h2>Responses</h2><div class="answers">${all.map((answer) => answerRow(answer, answer.status === first, common, context, reading))}</div>${
    common.length > 0 &&
    html`<details class="headers"><summary>${common.length === 1 ? '1 header' : `${common.length} headers`} of every response</summary><ul class="members">${common.map(([name, header]) => headerRow(name, header, null, context))}</ul></details>`
  }</section>`;
}

function answerRow(
  { status, node, tokens, headers }: Answer,
  isFirst: boolean,
  common: Answer['headers'],
  context: TreeContext,
  reading: PageDocument,
): Html {
  const title = STATUS_CODES[status] ?? '';
  const description = withoutTitle(textAt(node['description']), title);
  const brief = description !== null && isBrief(description);
  const names = new Set(common.map(([name]) => name));
  const own = headers.filter(([name]) => !names.has(name));
  return html`<details class="answer"${isFirst && html` open`}><summary><span class="status s${status[0]}">${status}</span> <span>${title}</span>${brief && html` <small class="brief">${description}</small>`}${placeMark(context.differences, pointerTo(tokens))}</summary>
      <div class="inside">${status === '401' && securitySchemes(reading.document).size > 0 && html`<p><button type="button" class="authorize" aria-haspopup="dialog">Authorize</button></p>`}${!brief && renderMarkdown(description)}${
        own.length > 0 &&
        html`<details class="headers"><summary>${own.length === 1 ? '1 header' : `${own.length} headers`}</summary><ul class="members">${own.map(([name, header]) => headerRow(name, header, placeMark(context.differences, pointerTo([...tokens, 'headers', name])), context))}</ul></details>`
      }${bodies(status, node, tokens, context, reading)}</div></details>`;
}

/** What an answer holds; of an error that many operations share, only its name, unless it differs from the version before. */
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

/** Whether a status says that the request failed; `default` stands for the statuses that a description does not list. */
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
