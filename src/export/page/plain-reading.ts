import { html, type Html } from './html.js';
import { inlineMarkdown } from './inline-markdown.js';
import type { ListedOperation, TagGroup } from './list-operations.js';

/** What the document says of each operation, for readers without the viewer; the list's links lead here then. */
export function plainReading(groups: readonly TagGroup[]): Html {
  return html`${groups.flatMap(({ operations }) => operations.map(readOperation))}`;
}

function readOperation({ method, path, operation, anchor }: ListedOperation): Html {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const named = parameters.filter((parameter) => 'name' in parameter);
  return html`
      <section class="reading" id="${anchor}">
        <h3><span class="method">${method}</span> <code>${path}</code></h3>
        <p>${summary}</p>${inlineMarkdown(description)}
        <dl>${fact(
          'Takes',
          named.map((parameter) => `${parameter.name} (${parameter.in}${parameter.required ? ', required' : ''})`),
        )}${fact('Body', Object.keys(requestBody?.content ?? {}))}${fact('Answers', Object.keys(responses))}</dl>
      </section>`;
}

function fact(name: string, values: readonly string[]): Html | null {
  return values.length === 0 ? null : html`<dt>${name}</dt><dd>${values.join(', ')}</dd>`;
}
