import { type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import type { OpenDocument } from '../contract/diff/open-document.js';
import { html, type Html } from '../text/html.js';
import type { ReadOperation } from './read-document.js';

/** The alternatives of an operation: each lists the schemes that it takes together. An empty list is open to everybody. */
export function requirementsOf({ node }: ReadOperation, { root }: OpenDocument): readonly (readonly string[])[] {
  const written = node['security'] ?? root['security'];
  return listAt(written).map((one) => Object.keys(objectAt(one)));
}

/** The schemes of a document, by name. */
export function securitySchemes(document: OpenDocument): ReadonlyMap<string, JsonObject> {
  const schemes = objectAt(objectAt(document.root['components'])['securitySchemes']);
  return new Map(Object.entries(schemes).map(([name, scheme]) => [name, document.resolve(scheme)]));
}

/** Who may call an operation. */
export function accessWords(operation: ReadOperation, document: OpenDocument): Html | null {
  const roles = listAt(operation.node['x-required-roles']).flatMap((role) => textAt(role) ?? []);
  const requirements = requirementsOf(operation, document);
  if (requirements.length === 0) return roles.length === 0 ? null : badge(`needs ${roles.join(' or ')}`);
  const open = requirements.some((names) => names.length === 0);
  const names = requirements.filter((one) => one.length > 0).map((one) => one.join(' and '));
  return html`${badge(open ? `works with ${names.join(' or ')}` : `needs ${names.join(' or ')}`)}${roles.length > 0 && html` ${badge(`role ${roles.join(' or ')}`)}`}`;
}

const badge = (text: string) => html`<span class="badge quiet-badge">${text}</span>`;
