import { sqlThrottleStore } from '@svckit/stores';
import { Module, provide, token } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { ServiceSecret } from '../configuration/service-secret.js';
import { SETTINGS } from '../configuration/settings.js';
import { Database } from '../database/database.js';
import { MAIL_SENDER, MailModule } from '../mail/mail-module.js';
import { SHARED_STATE } from '../shared-state/shared-state.js';
import { Accounts } from './accounts.js';
import { type PasswordHasher, scryptHasher } from './password-hasher.js';

/** Hashes the passwords of accounts. */
export const PASSWORD_HASHER = token<PasswordHasher>('PASSWORD_HASHER');

/** Accounts, sessions and roles. Mount `Accounts.handler` at `/auth` and give `Accounts.authenticate` to createApp. */
@Module({
  imports: [MailModule],
  providers: [
    provide(PASSWORD_HASHER, { useValue: scryptHasher }),
    provide(Accounts, {
      useFactory: (settings, database, secret, mailSender, passwords, shared, log) =>
        new Accounts({
          settings,
          database,
          secret: () => secret.derive('accounts').toString('base64url'),
          mailSender,
          passwords,
          // Attempts are rare and slow anyway: without a shared store they are counted in the database, which survives restarts.
          throttle: shared.throttle ?? sqlThrottleStore(() => database.kysely),
          log,
          publicUrl: settings.PUBLIC_URL,
        }),
      inject: [SETTINGS, Database, ServiceSecret, MAIL_SENDER, PASSWORD_HASHER, SHARED_STATE, LOGGER],
    }),
  ],
})
export class AccountsModule {}
