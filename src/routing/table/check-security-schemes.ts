import { problem, type BootProblem } from '../../report/boot-problem.js';
import { suggestName } from '../../text/nearest-name.js';
import type { OAuthFlows, SecurityScheme } from './security-schemes.js';
import { quote } from '../../text/quote.js';
import { isObject } from '../../json/json.js';

type Kind = SecurityScheme['type'];
type Members = Readonly<Record<string, unknown>>;

/** What is wrong, and what to write instead. */
type Fault = readonly [what: string, fix: string];

const text = (value: unknown) => typeof value === 'string' && value !== '';
const isUrl = (value: unknown) => text(value) && URL.canParse(value as string, 'https://api.example.com');
/** Characters of a header name or an authentication scheme (RFC 9110, section 5.6.2). */
const isHeaderToken = (value: unknown) => typeof value === 'string' && /^[!#$%&'*+.^_`|~\w-]+$/.test(value);
const show = (member: string, value: unknown) => (value === undefined ? `no ${member}` : `${member}: ${quote(value)}`);

/** The members of each kind beside its type and description, and what is wrong with them. */
const kinds: {
  readonly [K in Kind]: { readonly names: readonly string[]; readonly check: (scheme: Members) => Fault | null };
} = {
  http: {
    names: ['scheme', 'bearerFormat'],
    check: ({ scheme }) =>
      isHeaderToken(scheme) ? null : [show('scheme', scheme), "Write scheme: 'bearer' or scheme: 'basic'."],
  },
  apiKey: { names: ['in', 'name'], check: checkApiKey },
  oauth2: { names: ['flows'], check: ({ flows }) => checkFlows(flows) },
  openIdConnect: {
    names: ['openIdConnectUrl'],
    check: ({ openIdConnectUrl: url }) =>
      isUrl(url)
        ? null
        : [
            show('openIdConnectUrl', url),
            "Write the URL of the provider's discovery document, such as 'https://login.example.com/.well-known/openid-configuration'.",
          ],
  },
  mutualTLS: { names: [], check: () => null },
};

function checkApiKey({ in: place, name }: Members): Fault | null {
  if (!['header', 'query', 'cookie'].includes(place as string))
    return [show('in', place), "Write in: 'header', 'query' or 'cookie'."];
  const isName = place === 'query' ? text(name) : isHeaderToken(name);
  return isName ? null : [show('name', name), `Write the name of the ${String(place)}, such as name: 'X-API-Key'.`];
}

/** The addresses that each flow needs. */
const flowAddresses: Readonly<Record<keyof OAuthFlows, readonly ('authorizationUrl' | 'tokenUrl')[]>> = {
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  clientCredentials: ['tokenUrl'],
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
};
const flowNames = Object.keys(flowAddresses);

function checkFlows(flows: unknown): Fault | null {
  const example = 'Write flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: {} } }.';
  if (!isObject(flows) || Object.keys(flows).length === 0) return [show('flows', flows), example];
  for (const [name, flow] of Object.entries(flows)) {
    if (!Object.hasOwn(flowAddresses, name)) return [`the unknown flow ${name}`, suggestName(name, flowNames)];
    if (!isObject(flow)) return [show(`flows.${name}`, flow), example];
    const addresses = flowAddresses[name as keyof OAuthFlows];
    const known = [...addresses, 'refreshUrl', 'scopes'];
    const unknown = Object.keys(flow).find((member) => !known.includes(member) && !member.startsWith('x-'));
    if (unknown !== undefined) return [`the unknown member flows.${name}.${unknown}`, suggestName(unknown, known)];
    const wanting = addresses.find((address) => !isUrl(flow[address]));
    if (wanting) return [show(`flows.${name}.${wanting}`, flow[wanting]), `Write the URL of the authorization server.`];
    if (!isObject(flow.scopes) || !Object.values(flow.scopes).every((scope) => typeof scope === 'string'))
      return [
        show(`flows.${name}.scopes`, flow.scopes),
        "Write a description by scope: scopes: { 'users:read': 'Read users' }.",
      ];
  }
  return null;
}

/** Everything that is wrong with the `securitySchemes` option. */
export function checkSecuritySchemes(schemes: unknown): readonly BootProblem[] {
  if (schemes === undefined) return [];
  const report = (message: string, fix: string) =>
    problem('invalid-security-scheme', message, fix, { option: 'securitySchemes' });
  const example = "Write securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }.";
  if (!isObject(schemes) || Object.keys(schemes).length === 0)
    return [report(`securitySchemes is ${quote(schemes)}.`, example)];
  return Object.entries(schemes).flatMap(([name, scheme]) => {
    if (!/^[\w.-]+$/.test(name))
      return [
        report(
          `The security scheme ${quote(name)} has an invalid name.`,
          'Use letters, digits, dots, hyphens and underscores.',
        ),
      ];
    const fault = checkScheme(scheme);
    return fault ? [report(`The security scheme ${name} has ${fault[0]}.`, fault[1])] : [];
  });
}

function checkScheme(scheme: unknown): Fault | null {
  if (!isObject(scheme)) return [`the value ${quote(scheme)}`, "Write { type: 'http', scheme: 'bearer' }."];
  const { type, description } = scheme;
  if (typeof type !== 'string' || !Object.hasOwn(kinds, type))
    return [show('type', type), suggestName(String(type ?? ''), Object.keys(kinds))];
  const { names, check } = kinds[type as Kind];
  const known = ['type', 'description', ...names];
  const unknown = Object.keys(scheme).find((member) => !known.includes(member) && !member.startsWith('x-'));
  if (unknown !== undefined) return [`the unknown member ${unknown}`, suggestName(unknown, known)];
  if (description !== undefined && typeof description !== 'string')
    return [show('description', description), 'Write text.'];
  return check(scheme);
}
