import type { BetterAuthOptions } from 'better-auth';
import type { AuthSettings } from './auth-settings.js';
import { splitList } from './auth-settings.js';
import { type AuthLog, forwardLog } from './auth-log.js';
import type { AccountMails } from './account-mailer.js';
import { storedLinkName } from './mailed-links.js';
import type { PasswordHasher } from './password-hasher.js';
import { readSocialProviders } from './social-providers.js';

/** Where the routes are mounted. */
export const authPath = '/api/auth';

/** Carries the client's address, as resolved by the trusted proxy setting, from our request reader to better-auth. */
export const addressHeader = 'x-svc-client-address';

export interface AuthOptionsInput {
  readonly settings: AuthSettings;
  readonly secret: string;
  /** Whether the client reaches the service over TLS. */
  readonly secure: boolean;
  readonly mails: AccountMails;
  readonly passwords: PasswordHasher;
  /** Makes a signed token work, for the mail that carries it. */
  readonly issueLink: (accountId: string, token: string) => Promise<void>;
  readonly log: AuthLog;
  /** Whether the running request changes the address of an unverified account only with a proof. */
  readonly provesAddress: () => boolean;
  readonly runInBackground: (work: Promise<unknown>) => void;
  readonly databaseHooks: NonNullable<BetterAuthOptions['databaseHooks']>;
  readonly onPasswordReset: (accountId: string) => Promise<void>;
}

/** better-auth's options, all but the database and the plugins. */
export function createAuthOptions({
  settings,
  secret,
  secure,
  mails,
  passwords,
  issueLink,
  provesAddress,
  log,
  runInBackground,
  databaseHooks,
  onPasswordReset,
}: AuthOptionsInput) {
  const verification = settings.AUTH_EMAIL_VERIFICATION;
  return {
    appName: 'svc',
    basePath: authPath,
    secret,
    telemetry: { enabled: false },
    logger: { level: 'warn', log: forwardLog(log) },
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    trustedOrigins: [...splitList(settings.TRUSTED_ORIGINS)],
    emailAndPassword: {
      enabled: true,
      password: passwords,
      requireEmailVerification: verification === 'required',
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => onPasswordReset(user.id),
      sendResetPassword: async ({ user, url }) => mails.reset(user, url),
    },
    emailVerification: {
      sendOnSignUp: verification !== 'off',
      sendOnSignIn: verification === 'required',
      ...(verification === 'off'
        ? {}
        : {
            sendVerificationEmail: async ({ user, url, token }) => {
              await issueLink(user.id, token);
              mails.verification(user, url);
            },
          }),
    },
    session: {
      modelName: 'auth_sessions',
      expiresIn: settings.AUTH_SESSION_SECONDS,
      freshAge: settings.AUTH_FRESH_SECONDS,
      updateAge: Math.min(24 * 3600, Math.ceil(settings.AUTH_SESSION_SECONDS / 7)),
      additionalFields: { data: { type: 'json', required: false } },
    },
    user: {
      modelName: 'auth_users',
      changeEmail: {
        enabled: true,
        get updateEmailWithoutVerification() {
          return !provesAddress();
        },
        sendChangeEmailConfirmation: async ({ user, newEmail, url, token }) => {
          await issueLink(user.id, token);
          mails.changeEmail(user, newEmail, url);
        },
      },
      deleteUser: {
        enabled: true,
        ...(settings.AUTH_CONFIRM_DELETION
          ? { sendDeleteAccountVerification: async ({ user, url }) => mails.deletion(user, url) }
          : {}),
      },
    },
    account: { modelName: 'auth_accounts', encryptOAuthTokens: true },
    verification: { modelName: 'auth_verifications', storeIdentifier: { hash: storedLinkName } },
    socialProviders: readSocialProviders(settings),
    databaseHooks,
    advanced: {
      cookiePrefix: 'svc',
      useSecureCookies: secure,
      // Our check runs before better-auth's, with the same origins.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      backgroundTasks: { handler: runInBackground },
    },
  } satisfies BetterAuthOptions;
}
