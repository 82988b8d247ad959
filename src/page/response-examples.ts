import type { OpenDocument } from '../contract/diff/open-document.js';
import { objectAt } from '../json/json.js';
import { html, type Html } from '../text/html.js';
import { codeLines, tabs } from './code.js';
import { languageOf } from './colour-code.js';
import { mediaExample } from './operation-request.js';
import type { ReadOperation } from './read-document.js';

/** Examples of an operation's responses, a tab for each status; null where none has one. */
export function responseExamples({ node }: ReadOperation, document: OpenDocument): Html | null {
  const examples = Object.entries(objectAt(node['responses'])).flatMap(([status, written]) => {
    for (const [mediaType, media] of Object.entries(objectAt(document.resolve(written)['content']))) {
      const text = mediaExample(media, mediaType, document);
      if (text !== '') return [{ status, mediaType, text }];
    }
    return [];
  });
  if (examples.length === 0) return null;
  return html`<section class="panel examples"><h2>Example response</h2>${tabs(
    'example',
    'Status of the example',
    examples.toSorted(successFirst).map(({ status, mediaType, text }) => ({
      label: html`<span class="status s${status[0]}">${status}</span>`,
      value: status,
      pane: codeLines(text, languageOf(mediaType), `Example of ${status}`),
    })),
  )}</section>`;
}

const successFirst = (one: { readonly status: string }, other: { readonly status: string }) =>
  Number(other.status.startsWith('2')) - Number(one.status.startsWith('2'));
