import type { OpenApiDocument, Operation } from '../document/open-api.js';
import { html, type Html } from './html.js';
import { sunsetBadge } from './sunset-badge.js';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** So many operations stand open; more of them are folded by tag, except where something is deprecated. */
const openLimit = 30;

/** Every operation by tag, each a link to its place in the viewer. */
export function operationList({ paths, tags }: OpenApiDocument): Html {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).filter(([, operation]) => 'responses' in operation).map(([method, operation]) => ({ method, path, operation })));
  return html`${tags.map(({ name }) => {
    const own = entries.filter(({ operation }) => operation.tags?.[0] === name);
    return html`
    <details class="tag"${(entries.length <= openLimit || own.some(({ operation }) => operation.deprecated)) && html` open`}><summary><h3>${name}</h3> <span class="count">${own.length}</span></summary>
    <ul class="operations">${own.map((entry) => listEntry(entry, name))}</ul></details>`;
  })}`;
}

function listEntry({ method, path, operation }: Entry, tag: string): Html {
  const roles = operation['x-required-roles'];
  return html`
      <li${operation.deprecated && html` class="deprecated"`}><a href="#operations-${tag.replaceAll(' ', '_')}-${operation.operationId}"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></a>
        <span class="summary">${operation.summary}</span>${roles && html` <span class="badge roles">${roles.join(' or ')}</span>`}${operation.deprecated && html` ${sunsetBadge(operation['x-sunset'])}`}</li>`;
}
