import type { Transporter } from 'nodemailer';
import type { Mail, MailLog, MailSender } from './mail.js';

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  readonly log: MailLog;
}

/** Sends over pooled connections to a mail server, opened by the first mail. */
export class SmtpSender implements MailSender {
  readonly #options: SmtpOptions;
  #transport: Promise<Transporter> | null = null;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send(mail: Mail): Promise<void> {
    this.#transport ??= this.#open();
    await (await this.#transport).sendMail({
      ...mail,
      from: this.#options.from,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#options.log.info(`Mail "${mail.subject}" sent.`);
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
  }

  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const url = new URL(this.#options.url);
    return createTransport({
      pool: true,
      host: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      secure: url.protocol === 'smtps:',
      auth:
        url.username === ''
          ? undefined
          : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
  }
}
