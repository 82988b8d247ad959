import type { BetterAuthOptions } from 'better-auth';
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { AuthSettings } from './auth-settings.js';
import { simpleProviders } from './simple-providers.js';

type SocialProviders = NonNullable<BetterAuthOptions['socialProviders']>;

/** The well-known providers with both id and secret set; throws when only one of the two is. */
export function readSocialProviders(settings: AuthSettings): SocialProviders {
  const configured = simpleProviders.flatMap((provider) => {
    const name = provider.toUpperCase() as Uppercase<typeof provider>;
    const clientId = settings[`${name}_CLIENT_ID`];
    const clientSecret = settings[`${name}_CLIENT_SECRET`];
    if (clientId === undefined && clientSecret === undefined) return [];
    if (clientId === undefined || clientSecret === undefined) {
      throw new Error(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together. Set both, or neither.`);
    }
    return [[provider, { clientId, clientSecret }] as const];
  });
  return Object.fromEntries(configured);
}

/** The custom provider that the OAUTH_ settings describe, if any; throws when the settings are incomplete. */
export function readOwnProvider(settings: AuthSettings): GenericOAuthConfig | null {
  const { OAUTH_PROVIDER: providerId, OAUTH_CLIENT_ID: clientId, OAUTH_DISCOVERY_URL: discoveryUrl } = settings;
  if (providerId === undefined) return null;
  const endpoints = {
    authorizationUrl: settings.OAUTH_AUTHORIZATION_URL,
    tokenUrl: settings.OAUTH_TOKEN_URL,
    userInfoUrl: settings.OAUTH_USER_INFO_URL,
  };
  if (clientId === undefined || (discoveryUrl === undefined && Object.values(endpoints).includes(undefined))) {
    throw new Error(
      'OAUTH_PROVIDER needs OAUTH_CLIENT_ID and either OAUTH_DISCOVERY_URL or all of OAUTH_AUTHORIZATION_URL, OAUTH_TOKEN_URL and OAUTH_USER_INFO_URL.',
    );
  }
  return {
    providerId,
    clientId,
    clientSecret: settings.OAUTH_CLIENT_SECRET,
    discoveryUrl,
    ...endpoints,
    scopes: settings.OAUTH_SCOPES.split(' ').filter((scope) => scope !== ''),
    pkce: true,
    accountSubject: ({ profile }) => String(profile.sub ?? profile.id ?? ''),
  };
}
