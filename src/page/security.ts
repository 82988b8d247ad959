import { type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import type { FilledRequest } from './build-request.js';
import { groupBy } from '../text/group-by.js';
import { html, type Html } from '../text/html.js';
import type { ReadOperation } from './read-document.js';

/** The alternatives of an operation: each lists the schemes that it takes together. An empty list is open to everyone. */
export function requirementsOf({ node }: ReadOperation, { root }: OpenDocument): readonly (readonly string[])[] {
  const written = node['security'] ?? root['security'];
  return listAt(written).map((one) => Object.keys(objectAt(one)));
}

/** The schemes of a document, by name. */
export function securitySchemes(document: OpenDocument): ReadonlyMap<string, JsonObject> {
  const schemes = objectAt(objectAt(document.root['components'])['securitySchemes']);
  return new Map(Object.entries(schemes).map(([name, scheme]) => [name, document.resolve(scheme)]));
}

/** What the samples of an operation send until the reader authorizes; nothing where anyone may call it. */
export function placeholderFor(operation: ReadOperation, document: OpenDocument): FilledRequest['credentials'] {
  const requirements = requirementsOf(operation, document);
  const [first] = requirements;
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  if (first === undefined || requirements.some((one) => one.length === 0)) return { headers, query };
  const schemes = securitySchemes(document);
  for (const name of first) {
    const scheme = schemes.get(name) ?? {};
    const [type, key] = [textAt(scheme['type']), textAt(scheme['name']) ?? ''];
    const isBasic = textAt(scheme['scheme'])?.toLowerCase() === 'basic';
    if (type === 'apiKey' && scheme['in'] === 'header') headers[key] = 'YOUR_KEY';
    else if (type === 'apiKey' && scheme['in'] === 'query') query[key] = 'YOUR_KEY';
    else if (type === 'http') headers['Authorization'] = isBasic ? 'Basic YOUR_CREDENTIALS' : 'Bearer YOUR_TOKEN';
    else if (type === 'oauth2' || type === 'openIdConnect') headers['Authorization'] = 'Bearer YOUR_TOKEN';
  }
  return { headers, query };
}

/** Who may call an operation. */
export function accessWords(operation: ReadOperation, document: OpenDocument): Html | null {
  const roles = listAt(operation.node['x-required-roles']).flatMap((role) => textAt(role) ?? []);
  const requirements = requirementsOf(operation, document);
  const names = requirements.filter((one) => one.length > 0).map((one) => one.join(' and '));
  if (names.length === 0 && roles.length === 0) return null;
  const verb = requirements.length > names.length ? 'Works with' : 'Needs';
  const needed = names.length > 0 ? names.join(' or ') : roles.join(' or ');
  return html`<p class="access">${verb} ${needed}${names.length > 0 && roles.length > 0 && `, role ${roles.join(' or ')}`}</p>`;
}

/** The schemes of a document; those that differ in words only are one, with all of their names. */
export function joinedSchemes(
  document: OpenDocument,
): readonly (readonly [names: readonly string[], scheme: JsonObject])[] {
  const all = [...securitySchemes(document)];
  const what = ({ description: _, bearerFormat, ...rest }: JsonObject) => JSON.stringify(rest).toLowerCase();
  return [...groupBy(all, ([, scheme]) => what(scheme)).values()].map((same) => [
    same.map(([name]) => name),
    same[0][1],
  ]);
}

/** What a scheme is, in a few words. */
export function schemeWords(scheme: JsonObject): string {
  const kind = textAt(scheme['type']) ?? '';
  if (kind === 'http') return `HTTP ${textAt(scheme['scheme']) ?? ''}`;
  if (kind === 'apiKey') return `${textAt(scheme['in']) ?? ''} ${textAt(scheme['name']) ?? ''}`;
  return { oauth2: 'OAuth 2', openIdConnect: 'OpenID Connect', mutualTLS: 'a client certificate' }[kind] ?? kind;
}
