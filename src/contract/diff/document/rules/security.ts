import { keysOfEither, objectAt, type JsonObject } from '../../../../json/json.js';
import type { OpenDocument } from '../../open-document.js';
import { compareRequirements, readRequirements } from '../../operation/security-requirements.js';
import { show } from '../../schema/schema-rule.js';
import type { DocumentDraft, DocumentRule } from '../document-rule.js';

export const globalSecurityRule: DocumentRule = {
  name: 'global-security',
  compare: ({ base, revision }) =>
    compareRequirements(readRequirements(base.root['security']), readRequirements(revision.root['security'])).map(
      ({ kind, text }) => ({ id: `api-global-${kind}`, tokens: ['security'], message: `for all operations: ${text}` }),
    ),
};

export const securitySchemesRule: DocumentRule = {
  name: 'security-schemes',
  compare: ({ base, revision }) => {
    const [from, to] = [readSchemes(base), readSchemes(revision)];
    return keysOfEither(from, to).flatMap((name): readonly DocumentDraft[] => {
      const tokens = ['components', 'securitySchemes', name];
      if (from[name] === undefined)
        return [{ id: 'api-security-component-added', tokens, message: `the security scheme ${name} is new` }];
      if (to[name] === undefined)
        return [{ id: 'api-security-component-removed', tokens, message: `the security scheme ${name} was removed` }];
      return compareSchemes(name, base.resolve(from[name]), revision.resolve(to[name]), tokens);
    });
  },
};

function readSchemes({ root }: OpenDocument): JsonObject {
  return objectAt(objectAt(root['components'])['securitySchemes']);
}

function compareSchemes(
  name: string,
  base: JsonObject,
  revision: JsonObject,
  tokens: readonly string[],
): readonly DocumentDraft[] {
  if (base['type'] !== revision['type']) {
    return [
      {
        id: 'api-security-component-type-changed',
        tokens: [...tokens, 'type'],
        message: `the security scheme ${name} went from ${show(base['type'])} to ${show(revision['type'])}`,
      },
    ];
  }
  const [flows, others] = [objectAt(base['flows']), objectAt(revision['flows'])];
  return Object.keys(flows)
    .filter((flow) => others[flow] !== undefined)
    .flatMap((flow) => compareFlows(name, objectAt(flows[flow]), objectAt(others[flow]), [...tokens, 'flows', flow]));
}

const addresses = [
  ['authorizationUrl', 'api-security-component-oauth-url-changed'],
  ['tokenUrl', 'api-security-component-oauth-token-url-changed'],
] as const;

function compareFlows(
  name: string,
  base: JsonObject,
  revision: JsonObject,
  tokens: readonly string[],
): readonly DocumentDraft[] {
  const [scopes, others] = [objectAt(base['scopes']), objectAt(revision['scopes'])];
  return [
    ...addresses
      .filter(([keyword]) => base[keyword] !== revision[keyword])
      .map(([keyword, id]) => ({
        id,
        tokens: [...tokens, keyword],
        message: `${keyword} of the security scheme ${name} went from ${show(base[keyword])} to ${show(revision[keyword])}`,
      })),
    ...keysOfEither(scopes, others)
      .filter((scope) => scopes[scope] !== others[scope])
      .map((scope) => {
        const action = scopes[scope] === undefined ? 'added' : others[scope] === undefined ? 'removed' : 'changed';
        return {
          id: `api-security-component-oauth-scope-${action}` as const,
          tokens: [...tokens, 'scopes', scope],
          message: `the scope "${scope}" of the security scheme ${name} was ${action}`,
        };
      }),
  ];
}
