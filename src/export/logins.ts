import type { SecurityScheme } from '../routing/table/security-schemes.js';

interface Logins {
  /** Whether a scheme signs in at an authorization server. */
  readonly exist: boolean;
  /** What the viewer asks of authorization servers: tokens, and the addresses of the others. */
  readonly addresses: readonly string[];
}

/** The schemes with which the page signs in elsewhere; a mounted document may have written them. */
export function readLogins(schemes: Readonly<Record<string, unknown>> = {}): Logins {
  const all = Object.values(schemes) as readonly SecurityScheme[];
  const logins = all.filter(({ type }) => type === 'oauth2' || type === 'openIdConnect');
  return { exist: logins.length > 0, addresses: logins.flatMap(addressesOf) };
}

function addressesOf(scheme: SecurityScheme): readonly string[] {
  if (scheme.type === 'openIdConnect') return [scheme.openIdConnectUrl];
  if (scheme.type !== 'oauth2') return [];
  return Object.values(scheme.flows ?? {}).flatMap((flow: object) =>
    'tokenUrl' in flow ? [String(flow.tokenUrl)] : [],
  );
}
