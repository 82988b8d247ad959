import { keysOfEither, objectAt, type JsonObject } from '../../../json/json.js';
import { documentFamily, show, type CheckFacts, type Draft } from '../../family.js';
import type { OpenDocument } from '../../../openapi/open-document.js';

const checks = {
  'api-security-component-removed': ['info', 'none', 'security', 'existence', 'remove'],
  'api-security-component-added': ['info', 'none', 'security', 'existence', 'add'],
  'api-security-component-type-changed': ['info', 'none', 'security', 'type', 'change'],
  'api-security-component-oauth-url-changed': ['info', 'none', 'security', 'type', 'change'],
  'api-security-component-oauth-token-url-changed': ['info', 'none', 'security', 'type', 'change'],
  'api-security-component-oauth-scope-added': ['info', 'none', 'security', 'existence', 'add'],
  'api-security-component-oauth-scope-removed': ['info', 'none', 'security', 'existence', 'remove'],
  'api-security-component-oauth-scope-changed': ['info', 'none', 'security', 'type', 'change'],
} as const satisfies Readonly<Record<string, CheckFacts>>;

type SchemeDraft = Draft<keyof typeof checks>;

export const securitySchemes = documentFamily({
  name: 'security-schemes',
  checks,
  compare: ({ base, revision }) => {
    const [from, to] = [readSchemes(base), readSchemes(revision)];
    return keysOfEither(from, to).flatMap((name): readonly SchemeDraft[] => {
      const tokens = ['components', 'securitySchemes', name];
      if (from[name] === undefined)
        return [{ id: 'api-security-component-added', tokens, message: `the security scheme ${name} is new` }];
      if (to[name] === undefined)
        return [{ id: 'api-security-component-removed', tokens, message: `the security scheme ${name} was removed` }];
      return compareSchemes(name, base.resolve(from[name]), revision.resolve(to[name]), tokens);
    });
  },
});

function readSchemes({ root }: OpenDocument): JsonObject {
  return objectAt(objectAt(root['components'])['securitySchemes']);
}

function compareSchemes(
  name: string,
  base: JsonObject,
  revision: JsonObject,
  tokens: readonly string[],
): readonly SchemeDraft[] {
  if (base['type'] !== revision['type']) {
    return [
      {
        id: 'api-security-component-type-changed' as const,
        tokens: [...tokens, 'type'],
        message: `the security scheme ${name} changed from ${show(base['type'])} to ${show(revision['type'])}`,
      },
    ];
  }
  const [flows, others] = [objectAt(base['flows']), objectAt(revision['flows'])];
  return [
    ...compareAddresses(name, base, revision, tokens),
    ...Object.keys(flows)
      .filter((flow) => others[flow] !== undefined)
      .flatMap((flow) => compareFlows(name, objectAt(flows[flow]), objectAt(others[flow]), [...tokens, 'flows', flow])),
  ];
}

const addresses = [
  ['oauth2MetadataUrl', 'api-security-component-oauth-url-changed'],
  ['deviceAuthorizationUrl', 'api-security-component-oauth-url-changed'],
  ['authorizationUrl', 'api-security-component-oauth-url-changed'],
  ['tokenUrl', 'api-security-component-oauth-token-url-changed'],
] as const;

const scopeIds = {
  added: 'api-security-component-oauth-scope-added',
  removed: 'api-security-component-oauth-scope-removed',
  changed: 'api-security-component-oauth-scope-changed',
} as const;

/** The addresses of a scheme, or of one of its flows. */
function compareAddresses(name: string, base: JsonObject, revision: JsonObject, tokens: readonly string[]) {
  return addresses
    .filter(([keyword]) => base[keyword] !== revision[keyword])
    .map(([keyword, id]) => ({
      id,
      tokens: [...tokens, keyword],
      message: `${keyword} of the security scheme ${name} changed from ${show(base[keyword])} to ${show(revision[keyword])}`,
    }));
}

function compareFlows(name: string, base: JsonObject, revision: JsonObject, tokens: readonly string[]) {
  const [scopes, others] = [objectAt(base['scopes']), objectAt(revision['scopes'])];
  return [
    ...compareAddresses(name, base, revision, tokens),
    ...keysOfEither(scopes, others)
      .filter((scope) => scopes[scope] !== others[scope])
      .map((scope) => {
        const event = scopes[scope] === undefined ? 'added' : others[scope] === undefined ? 'removed' : 'changed';
        return {
          id: scopeIds[event],
          tokens: [...tokens, 'scopes', scope],
          message: `the scope "${scope}" of the security scheme ${name} was ${event}`,
        };
      }),
  ];
}
