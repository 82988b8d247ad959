import { join } from 'node:path';
import { Module, provide, token } from 'svckit';
import type { MailLog, MailSender } from './mail.js';
import { OutboxSender } from './outbox-sender.js';
import { SmtpSender } from './smtp-sender.js';
import { LOGGER } from '../configuration/logger.js';
import { SETTINGS } from '../configuration/settings.js';

interface MailSenderOptions {
  readonly smtpUrl?: string | undefined;
  readonly from: string;
  readonly dataDir: string;
  readonly log: MailLog;
}

/** SMTP where a mail server is configured, else the outbox folder in the data folder. */
export function createMailSender({ smtpUrl, from, dataDir, log }: MailSenderOptions): MailSender {
  return smtpUrl === undefined
    ? new OutboxSender({ folder: join(dataDir, 'outbox'), from, log })
    : new SmtpSender({ url: smtpUrl, from, log });
}

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
