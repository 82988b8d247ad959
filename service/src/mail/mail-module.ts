import { Module, provide, token } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { SETTINGS } from '../configuration/settings.js';
import { createMailSender } from './create-mail-sender.js';
import type { MailSender } from './mail.js';

/** Delivers the service's mails. */
export const MAIL_SENDER = token<MailSender>('MAIL_SENDER');

@Module({
  providers: [
    provide(MAIL_SENDER, {
      useFactory: (settings, log) =>
        createMailSender({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, dataDir: settings.DATA_DIR, log }),
      inject: [SETTINGS, LOGGER],
    }),
  ],
})
export class MailModule {}
