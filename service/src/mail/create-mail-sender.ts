import { join } from 'node:path';
import type { MailLog, MailSender } from './mail.js';
import { OutboxSender } from './outbox-sender.js';
import { SmtpSender } from './smtp-sender.js';

export interface MailSenderOptions {
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
