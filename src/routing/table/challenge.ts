import { isOpen, type SecurityRequirement } from '../declare/security.js';
import { joinWords } from '../../text/join-words.js';
import { bearerOnly, type SecurityScheme } from './security-schemes.js';

/** How a request without credentials is refused. */
export interface Challenge {
  /** What to send, in a sentence. */
  readonly detail: string;
  /** The value of WWW-Authenticate (RFC 9110, section 11.6.1). */
  readonly authenticate: string;
}

type Kind = SecurityScheme['type'];
type Words = Readonly<Record<'send' | 'authenticate', string>>;

const token: Words = { send: 'Authorization: Bearer <token>', authenticate: 'Bearer' };

const wordsOf: { readonly [K in Kind]: (scheme: Extract<SecurityScheme, { readonly type: K }>) => Words } = {
  http: ({ scheme }) =>
    httpWords[scheme.toLowerCase()] ?? { send: `Authorization: ${scheme} <credentials>`, authenticate: scheme },
  apiKey: ({ in: place, name }) => ({
    send: keyPlaces[place](name),
    authenticate: `ApiKey in="${place}", name="${encodeURIComponent(name)}"`,
  }),
  oauth2: () => token,
  openIdConnect: () => token,
  mutualTLS: () => ({ send: 'a client certificate', authenticate: 'ClientCertificate' }),
};

const httpWords: Readonly<Record<string, Words>> = {
  bearer: token,
  basic: { send: 'Authorization: Basic <credentials>', authenticate: 'Basic realm="api", charset="UTF-8"' },
};

const keyPlaces: Readonly<Record<'header' | 'query' | 'cookie', (name: string) => string>> = {
  header: (name) => `${name}: <key>`,
  query: (name) => `the query parameter ${name}=<key>`,
  cookie: (name) => `the cookie ${name}=<key>`,
};

/** What a request without credentials is answered. Skips unknown schemes, which are a problem of their own. */
export function challengeFor(
  security: readonly SecurityRequirement[] | null,
  schemes: Readonly<Record<string, SecurityScheme>> = bearerOnly,
): Challenge {
  const alternatives = (security ?? [])
    .filter((requirement) => !isOpen(requirement))
    .map((requirement) =>
      Object.keys(requirement).flatMap((name) => (Object.hasOwn(schemes, name) ? [wordsFor(schemes[name]!)] : [])),
    );
  const ways = alternatives.map((words) => words.map(({ send }) => send).join(' and '));
  const challenges = alternatives.flat().map(({ authenticate }) => authenticate);
  return {
    detail: `Credentials are required. Send ${joinWords([...new Set(ways)], 'or')}.`,
    authenticate: [...new Set(challenges)].join(', '),
  };
}

function wordsFor(scheme: SecurityScheme): Words {
  return (wordsOf[scheme.type] as (scheme: SecurityScheme) => Words)(scheme);
}
