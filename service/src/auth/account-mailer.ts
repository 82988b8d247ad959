import { changeEmailMail, deletionMail, resetMail, verificationMail } from '../mail/account-mails.js';
import type { Mail, MailSender } from '../mail/mail.js';
import type { AuthLog } from './auth-log.js';

interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** The mails that accounts send; each call resolves at once, and delivery continues in the background. */
export interface AccountMails {
  verification(user: Recipient, url: string): void;
  reset(user: Recipient, url: string): void;
  changeEmail(user: Recipient, newEmail: string, url: string): void;
  deletion(user: Recipient, url: string): void;
}

export interface AccountMailerOptions {
  readonly sender: MailSender;
  readonly log: AuthLog;
  /** Origin of all links when PUBLIC_URL is set. */
  readonly publicOrigin: string | null;
  /** Origin of links in the running request, when its host cannot be trusted. */
  readonly localOrigin: () => string;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Sends outside the request path, so that response times do not reveal whether a mail was sent, and finishes on shutdown. */
export class AccountMailer implements AccountMails {
  readonly #options: AccountMailerOptions;
  readonly #running = new Set<Promise<void>>();
  #warned = false;

  constructor(options: AccountMailerOptions) {
    this.#options = options;
  }

  verification(user: Recipient, url: string): void {
    this.#deliver(verificationMail(user, this.#trusted(url)));
  }

  reset(user: Recipient, url: string): void {
    this.#deliver(resetMail(user, this.#trusted(url)));
  }

  changeEmail(user: Recipient, newEmail: string, url: string): void {
    this.#deliver(changeEmailMail(user, newEmail, this.#trusted(url)));
  }

  deletion(user: Recipient, url: string): void {
    this.#deliver(deletionMail(user, this.#trusted(url)));
  }

  /** Waits for mails being sent. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** A link's host comes from the request's Host header, which an attacker may set: only PUBLIC_URL or a loopback name goes out. */
  #trusted(address: string): string {
    const url = new URL(address);
    const { publicOrigin, localOrigin } = this.#options;
    const origin = publicOrigin ?? (loopback.test(url.hostname) ? url.origin : localOrigin());
    if (publicOrigin === null && origin !== url.origin) this.#warnOnce(origin);
    return `${origin}${url.pathname}${url.search}`;
  }

  #warnOnce(origin: string): void {
    if (!this.#warned)
      this.#options.log.warn(`Links in mails point to ${origin}. Set PUBLIC_URL to the address that clients use.`);
    this.#warned = true;
  }

  #deliver(mail: Mail): void {
    const delivery = this.#options.sender
      .send(mail)
      .catch((error: unknown) => this.#options.log.error(`Mail "${mail.subject}" was not delivered: ${String(error)}`))
      .finally(() => this.#running.delete(delivery));
    this.#running.add(delivery);
  }
}
