import { Module, provide } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { Database } from '../database/database.js';
import { MAIL_SENDER } from '../mail/mail-module.js';
import { USAGE_STORE } from '../usage/usage-module.js';
import { LifecycleMailer } from './lifecycle-mailer.js';

@Module({
  providers: [
    provide(LifecycleMailer, {
      useFactory: (database, usage, sender, log) => new LifecycleMailer({ database, usage, sender, log }),
      inject: [Database, USAGE_STORE, MAIL_SENDER, LOGGER],
    }),
  ],
})
export class LifecycleModule {}
