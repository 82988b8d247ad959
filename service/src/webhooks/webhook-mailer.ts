import type { Logger } from 'svckit';
import type { WebhookNotice } from 'svckit/webhooks';
import type { Database } from '../database/database.js';
import type { MailSender } from '../mail/mail.js';
import { renderMail } from '../mail/render-mail.js';

export interface WebhookMailerOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly sender: Pick<MailSender, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Mails the account of an endpoint, at an address that it has confirmed; the log gets the notices of the others. */
export class WebhookMailer {
  readonly #options: WebhookMailerOptions;

  constructor(options: WebhookMailerOptions) {
    this.#options = options;
  }

  /** Rejects while the mail cannot be sent, so that the notice stays due. */
  readonly notify = async (notice: WebhookNotice): Promise<void> => {
    const { database, sender, log } = this.#options;
    const { subject, endpoint, kind } = notice;
    const account = await database.kysely
      .selectFrom('auth_users')
      .select(['name', 'email', 'emailVerified'])
      .where('id', '=', subject)
      .executeTakeFirst();
    if (!account || !account.emailVerified) return log.warn('A webhook notice has no reader', { endpoint, kind });
    await sender.send(mailOf(account, notice));
  };
}

interface Notices {
  readonly reason: string;
  readonly from: string;
  readonly to: string;
  readonly version: string;
  readonly sunset: string;
  readonly successor: string | null;
}

function mailOf(
  { name, email }: { readonly name: string; readonly email: string },
  { kind, endpoint, data }: WebhookNotice,
) {
  const { reason, from, to, version, sunset, successor } = data as Partial<Notices>;
  const after = ['GET /api/webhooks/endpoints lists your endpoints.'];
  const [title, before] = {
    disabled: [
      `Your webhook ${endpoint} is disabled`,
      [`The endpoint ${endpoint} gets no events any more. ${reason}`, 'Repair it, and enable it again.'],
    ],
    moved: [
      `Your webhook ${endpoint} has version ${to}`,
      [`Version ${from} is gone: the endpoint ${endpoint} gets version ${to} now.`],
    ],
    'version-leaves': [
      `Version ${version} of your webhook goes away on ${sunset?.slice(0, 10)}`,
      [
        `The endpoint ${endpoint} gets version ${version}, which goes away on ${sunset?.slice(0, 10)}.`,
        ...(successor ? [`Move it to version ${successor} before.`] : []),
      ],
    ],
  }[kind] as [string, string[]];
  return renderMail(email, title, { greeting: name, before, after });
}
