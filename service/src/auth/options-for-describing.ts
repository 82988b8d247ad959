import type { AuthSettings } from './auth-settings.js';
import { createAuthOptions } from './auth-options.js';
import { scryptHasher } from './password-hasher.js';

const silent = () => {};

/** Options of a better-auth instance that only describes its routes and tables, and never serves. */
export function optionsForDescribing(settings: AuthSettings) {
  return createAuthOptions({
    settings,
    secret: 'describes routes and tables, and signs nothing',
    secure: false,
    passwords: scryptHasher,
    mails: { verification: silent, reset: silent, changeEmail: silent, deletion: silent },
    issueLink: async () => {},
    provesAddress: () => false,
    log: { info: silent, warn: silent, error: silent },
    runInBackground: silent,
    databaseHooks: {},
    onPasswordReset: async () => {},
  });
}
