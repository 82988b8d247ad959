import { describe, expect, it } from 'vitest';
import { checkSecuritySchemes } from './check-security-schemes.js';
import type { SecurityScheme } from './security-schemes.js';

const found = (schemes: unknown) => checkSecuritySchemes(schemes).map(({ message, fix }) => `${message} ${fix}`);
const scopes = { 'users:read': 'Read users' };
const authorizationUrl = 'https://login.example.com/authorize';
const tokenUrl = '/token';

describe('checkSecuritySchemes', () => {
  it('accepts the five kinds, with every flow, descriptions and extensions', () => {
    const schemes: Readonly<Record<string, SecurityScheme>> = {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token.', 'x-internal': true },
      basic: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      query: { type: 'apiKey', in: 'query', name: 'schlüssel' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      'oauth.2': {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: '/refresh', scopes },
          clientCredentials: { tokenUrl, scopes: {} },
          implicit: { authorizationUrl, scopes },
          password: { tokenUrl, scopes },
        },
      },
      oidc: { type: 'openIdConnect', openIdConnectUrl: '/.well-known/openid-configuration' },
      'client-certificate': { type: 'mutualTLS' },
    };
    expect(found(schemes)).toEqual([]);
    expect(found(undefined)).toEqual([]);
  });

  it.each([
    [[], "securitySchemes is []. Write securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }."],
    [{}, "securitySchemes is {}. Write securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }."],
    [{ key: 'apiKey' }, "The security scheme key has the value \"apiKey\". Write { type: 'http', scheme: 'bearer' }."],
    [{ key: {} }, 'The security scheme key has no type. Available: http, apiKey, oauth2, openIdConnect, mutualTLS.'],
    [
      { key: { type: 'http', scheme: 'a b' } },
      "The security scheme key has scheme: \"a b\". Write scheme: 'bearer' or scheme: 'basic'.",
    ],
    [
      { key: { type: 'http', scheme: 'basic', description: 1 } },
      'The security scheme key has description: 1. Write text.',
    ],
    [
      { key: { type: 'apiKey', in: 'header', name: 'X Key' } },
      'The security scheme key has name: "X Key". Write the name of the header, such as name: \'X-API-Key\'.',
    ],
    [
      { login: { type: 'oauth2', flows: {} } },
      'The security scheme login has flows: {}. Write flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: {} } }.',
    ],
    [
      { login: { type: 'oauth2', flows: { implict: {} } } },
      'The security scheme login has the unknown flow implict. Did you mean "implicit"? Available: authorizationCode, clientCredentials, implicit, password.',
    ],
    [
      { login: { type: 'oauth2', flows: { password: { tokenURL: '/', scopes } } } },
      'The security scheme login has the unknown member flows.password.tokenURL. Did you mean "tokenUrl"? Available: tokenUrl, refreshUrl, scopes.',
    ],
    [
      { login: { type: 'oauth2', flows: { password: { tokenUrl } } } },
      "The security scheme login has no flows.password.scopes. Write a description by scope: scopes: { 'users:read': 'Read users' }.",
    ],
    [
      { oidc: { type: 'openIdConnect' } },
      "The security scheme oidc has no openIdConnectUrl. Write the URL of the provider's discovery document, such as 'https://login.example.com/.well-known/openid-configuration'.",
    ],
  ])('refuses %j', (schemes, sentence) => {
    expect(found(schemes)).toEqual([sentence]);
  });
});
