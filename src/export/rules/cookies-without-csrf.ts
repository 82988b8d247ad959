import { problem } from '../../report/boot-problem.js';
import type { SecurityRequirement } from '../../routing/declare/security.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { bearerOnly, type SecurityScheme } from '../../routing/table/security-schemes.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { joinWords } from '../../text/join-words.js';
import { findOptionsProvider } from '../options-provider.js';
import { mayProvideOption } from './may-provide-option.js';
import { atRoute, type Rule } from './rule.js';

export const cookiesWithoutCsrf: Rule = {
  id: 'cookies-without-csrf',
  severity: 'warning',
  summary: 'Where browsers send credentials by themselves, csrf keeps the forms of other sites out.',
  find({ definition, routes }) {
    if (mayCompareSites(definition)) return [];
    const { securitySchemes = bearerOnly } = definition;
    return routes.flatMap((route) => {
      const [sent, credentials] = [crossSiteBody(route), ambientCredentials(route, securitySchemes)];
      if (sent === null || credentials === null) return [];
      return problem(
        'cookies-without-csrf',
        `Any site can make its visitors call ${handlerName(route)}() with ${credentials}: browsers send ${sent} to other sites without asking first, and csrf is off.`,
        'Set csrf: true, or csrf: { trustedOrigins } with the sites that may call.',
        atRoute(route),
      );
    });
  },
};

/** Whether requests from other sites are refused, as far as it is known without starting the service. */
function mayCompareSites({ csrf, prepare, root }: ServiceDefinition): boolean {
  if (csrf !== undefined) return Boolean(csrf);
  if (prepare) return true;
  const provider = findOptionsProvider(root);
  return provider !== null && mayProvideOption(provider, 'csrf');
}

/** The types of a form and of text need no preflight (Fetch, section 2.2.2); neither does a POST without a body. */
const unasked = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** What browsers send to a route from pages of other sites without a preflight; null for nothing. */
function crossSiteBody({ method, body, doc }: Route): string | null {
  if (method !== 'POST') return null;
  const mediaTypes = body?.mediaTypes ?? doc.rawBody?.mediaTypes;
  if (!mediaTypes) return 'a POST without a body';
  const sent = mediaTypes.filter((type) => unasked.has(type) || ['*/*', 'text/*', 'multipart/*'].includes(type));
  return sent.length === 0 ? null : joinWords(sent, 'and');
}

/** The credentials of a route that browsers send by themselves, also where another site causes the request; null for none. */
function ambientCredentials(
  { security, schemas }: Route,
  schemes: Readonly<Record<string, SecurityScheme>>,
): string | null {
  const isAmbient = (requirement: SecurityRequirement) => {
    const names = Object.keys(requirement);
    return names.length > 0 && names.every((name) => sendsItself(schemes[name]));
  };
  const requirement = security?.find(isAmbient);
  if (requirement) return `their ${joinWords(Object.keys(requirement), 'and')} credentials`;
  return schemas.cookies === undefined ? null : 'their cookies';
}

function sendsItself(scheme: SecurityScheme | undefined): boolean {
  if (scheme?.type === 'apiKey') return scheme.in === 'cookie';
  if (scheme?.type === 'http') return ['basic', 'digest', 'negotiate'].includes(scheme.scheme.toLowerCase());
  return scheme?.type === 'mutualTLS';
}
