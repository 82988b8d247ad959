import type { OpenApiDocument, Operation } from '../document/open-api.js';
import { html, type Html, inlineMarkdown } from './html.js';
import { sunsetBadge } from './version-links.js';

interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The id of its element: the same as the viewer's, so that one link works for both. */
  readonly anchor: string;
}

export interface TagGroup {
  readonly tag: string;
  readonly operations: readonly ListedOperation[];
}

/** Every operation under its first tag, in document order. */
export function listOperations({ paths, tags }: OpenApiDocument): readonly TagGroup[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => 'responses' in operation)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags.map(({ name }) => ({
    tag: name,
    operations: all
      .filter(({ operation }) => operation.tags?.[0] === name)
      .map((listed) => ({
        ...listed,
        anchor: `operations-${name.replaceAll(' ', '_')}-${listed.operation.operationId}`,
      })),
  }));
}

/** A longer list is folded by tag, except tags with deprecated operations. */
const openLimit = 30;

/** Every operation by tag, linked to its place in the viewer, or in the plain reading. */
export function operationList(groups: readonly TagGroup[]): Html {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return html`${groups.map(
    ({ tag, operations }) => html`
    <details class="tag"${(count <= openLimit || operations.some(({ operation }) => operation.deprecated)) && html` open`}><summary><h3>${tag}</h3> <span class="count">${operations.length}</span></summary>
    <ul class="operations">${operations.map(listEntry)}</ul></details>`,
  )}`;
}

function listEntry({ method, path, operation, anchor }: ListedOperation): Html {
  const roles = operation['x-required-roles'];
  return html`
      <li${operation.deprecated && html` class="deprecated"`}><a href="#${anchor}"><span class="method">${method}</span> <code>${path}</code></a>
        <span class="summary">${operation.summary}</span>${roles && html` <span class="badge roles">${roles.join(' or ')}</span>`}${operation.deprecated && html` ${sunsetBadge(operation['x-sunset'])}`}</li>`;
}

/** A summary of each operation for readers without the viewer; the list links to it. */
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
          'Parameters',
          named.map((parameter) => `${parameter.name} (${parameter.in}${parameter.required ? ', required' : ''})`),
        )}${fact('Body', Object.keys(requestBody?.content ?? {}))}${fact('Responses', Object.keys(responses))}</dl>
      </section>`;
}

function fact(name: string, values: readonly string[]): Html | null {
  return values.length === 0 ? null : html`<dt>${name}</dt><dd>${values.join(', ')}</dd>`;
}
