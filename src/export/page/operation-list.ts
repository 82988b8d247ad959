import { html, type Html } from './html.js';
import type { ListedOperation, TagGroup } from './list-operations.js';
import { sunsetBadge } from './sunset-badge.js';

/** So many operations stand open; more of them are folded by tag, except where something is deprecated. */
const openLimit = 30;

/** Every operation by tag, each a link to its place in the viewer, or in the plain reading. */
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
