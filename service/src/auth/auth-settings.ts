import { z } from 'zod';
import { simpleProviders } from './simple-providers.js';

/** Up to ten years: a browser keeps no cookie for longer, and no date overflows. */
const seconds = (minimum: number) =>
  z.coerce
    .number()
    .int()
    .min(minimum)
    .max(10 * 365 * 24 * 3600);

/** Settings of accounts, sessions and social sign-in. */
export const authSettings = {
  TRUSTED_ORIGINS: z
    .string()
    .refine(
      (text) => splitList(text).every(isBareOrigin),
      'must be bare origins separated by commas, for example https://app.example.com',
    )
    .default('')
    .describe(
      'Origins of web applications that may call from a browser, with cookies, and receive redirects, separated by commas.',
    ),
  AUTH_EMAIL_VERIFICATION: z
    .enum(['off', 'optional', 'required'])
    .default('optional')
    .describe(
      'off: no verification mails; optional: a mail after sign-up; required: no sign-in before the address is verified.',
    ),
  AUTH_CONFIRM_DELETION: z
    .stringbool()
    .default(false)
    .describe(
      'true: deleting an account requires a link sent by mail; false: the password or a fresh session is enough.',
    ),
  AUTH_SESSION_SECONDS: seconds(60)
    .default(7 * 24 * 3600)
    .describe('How long a session lasts, in seconds.'),
  AUTH_FRESH_SECONDS: seconds(1)
    .default(24 * 3600)
    .describe('How long after signing in an account can be deleted without its password, in seconds.'),
  OAUTH_PROVIDER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a short lower-case name, for example company-sso')
    .optional()
    .describe('Name of your own OAuth 2 or OpenID Connect provider; clients send it as `provider`.'),
  OAUTH_CLIENT_ID: z.string().min(1).optional().describe('Client id for OAUTH_PROVIDER.'),
  OAUTH_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .meta({ secret: true })
    .describe('Client secret for OAUTH_PROVIDER.'),
  OAUTH_DISCOVERY_URL: z
    .url()
    .optional()
    .describe('URL of the provider’s .well-known/openid-configuration; replaces the three URLs below.'),
  OAUTH_AUTHORIZATION_URL: z.url().optional().describe('Authorization endpoint of OAUTH_PROVIDER.'),
  OAUTH_TOKEN_URL: z.url().optional().describe('Token endpoint of OAUTH_PROVIDER.'),
  OAUTH_USER_INFO_URL: z.url().optional().describe('User information endpoint of OAUTH_PROVIDER.'),
  OAUTH_SCOPES: z
    .string()
    .default('openid email profile')
    .describe('Scopes to request from OAUTH_PROVIDER, separated by spaces.'),
  ...providerSettings(),
} as const;

/** The parsed settings of this folder. */
export type AuthSettings = Readonly<z.output<z.ZodObject<typeof authSettings>>>;

type ProviderSetting = `${Uppercase<(typeof simpleProviders)[number]>}_CLIENT_${'ID' | 'SECRET'}`;

function providerSettings() {
  const entries = simpleProviders.flatMap((provider) => {
    const name = provider.toUpperCase();
    const text = z.string().min(1).optional();
    return [
      [`${name}_CLIENT_ID`, text.describe(`Client id of the application registered at ${provider}.`)],
      [
        `${name}_CLIENT_SECRET`,
        text.meta({ secret: true }).describe(`Client secret of the application registered at ${provider}.`),
      ],
    ] as const;
  });
  return Object.fromEntries(entries) as Record<ProviderSetting, z.ZodOptional<z.ZodString>>;
}

/** The entries of a comma-separated setting. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function isBareOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
