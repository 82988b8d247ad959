import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database/database.js';
import type { AccountReader } from './adapt-endpoints.js';
import { type AuthOptionsInput, createAuthOptions } from './auth-options.js';
import { hashSessionTokens, type RequestTokens } from './hash-session-tokens.js';
import { endLinksWithChanges, MailedLinks } from './mailed-links.js';
import { refuseTakenAddress } from './refuse-taken-address.js';
import { hasRoles } from './roles.js';
import { readOwnProvider } from './social-providers.js';

export interface CreateAuthInput extends Omit<AuthOptionsInput, 'issueLink' | 'provesAddress'> {
  readonly database: Database;
  readonly requests: AsyncLocalStorage<RequestTokens>;
}

/** Loads better-auth and starts it on the service's database. */
export async function createAuth({ database, requests, ...input }: CreateAuthInput) {
  const [{ betterAuth }, { bearer }, { genericOAuth }, { getAdapter }, { parseUserOutput }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/bearer'),
    import('better-auth/plugins/generic-oauth'),
    import('better-auth/db/adapter'),
    import('better-auth/db'),
  ]);
  const own = readOwnProvider(input.settings);
  const links = new MailedLinks(database);
  const options = {
    ...createAuthOptions({
      ...input,
      issueLink: (accountId, token) => links.issue(accountId, token),
      provesAddress: () => requests.getStore()?.provesAddress ?? true,
    }),
    plugins: [bearer(), ...(own ? [genericOAuth({ config: [own] })] : [])],
  };
  // Sign-up would hash the password inside a transaction and hold a connection meanwhile.
  const adapter = await getAdapter({
    ...options,
    database: { db: database.kysely, type: database.dialect, transaction: false },
  });
  const auth = betterAuth({
    ...options,
    database: () => hashSessionTokens(endLinksWithChanges(refuseTakenAddress(adapter), links), requests),
  });
  const context = await auth.$context;
  for (const provider of context.socialProviders) {
    replaceScopes(provider);
    dropForeignLetters(provider);
  }
  const reader: AccountReader = {
    session: async (headers) => auth.api.getSession({ headers }),
    userByEmail: async (email) => {
      const found = await context.internalAdapter.findUserByEmail(email);
      return found && parseUserOutput(options, found.user);
    },
    linkWorks: (token) => links.works(token),
    verifiesAddresses: input.settings.AUTH_EMAIL_VERIFICATION !== 'off',
    decideAboutProof: async () => {
      const isNeeded = await hasRoles(database);
      requests.getStore()!.provesAddress = isNeeded;
      return isNeeded;
    },
  };
  return { handle: auth.handler, reader, context, options };
}

interface Provider {
  createAuthorizationURL(data: { readonly scopes?: string[] | undefined }): unknown;
  getUserInfo(token: never): Promise<{ readonly user: { email?: string | null } } | null>;
}

/**
 * better-auth finds accounts by addresses in lower case, where the Kelvin sign is a k: an address with a letter beyond ASCII,
 * which sign-up refuses, counts as none.
 */
function dropForeignLetters(provider: Provider): void {
  const getUserInfo = provider.getUserInfo.bind(provider);
  provider.getUserInfo = async (token) => {
    const info = await getUserInfo(token);
    if (!info?.user.email || /^[!-~]+$/.test(info.user.email)) return info;
    return { ...info, user: { ...info.user, email: null } };
  };
}

/** better-auth adds the scopes of a sign-in to those of the provider, and documents that they replace them. */
function replaceScopes(provider: Provider): void {
  const createAuthorizationURL = provider.createAuthorizationURL.bind(provider);
  provider.createAuthorizationURL = async (data) => {
    const url = (await createAuthorizationURL(data)) as URL;
    if (data.scopes?.length) url.searchParams.set('scope', data.scopes.join(' '));
    return url;
  };
}
