import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { draftName, removeAbandonedDrafts } from '../files/drafts.js';
import { syncFolder } from '../files/write-atomically.js';
import type { Mail, MailLog, MailSender } from './mail.js';

export interface OutboxOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: MailLog;
  readonly now?: () => Date;
}

/** Writes every mail to a folder as an .eml file, which any mail program opens; the log names the file, never its content. */
export class OutboxSender implements MailSender {
  readonly #folder: string;
  readonly #from: string;
  readonly #log: MailLog;
  readonly #now: () => Date;

  constructor({ folder, from, log, now = () => new Date() }: OutboxOptions) {
    this.#folder = folder;
    this.#from = from;
    this.#log = log;
    this.#now = now;
  }

  /** Removes what killed senders left, which holds links. */
  onInit(): Promise<void> {
    return removeAbandonedDrafts(this.#folder, false);
  }

  async send(mail: Mail): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const date = this.#now();
    const composer = createTransport({ streamTransport: true, buffer: true });
    const { message } = await composer.sendMail({
      ...mail,
      from: this.#from,
      date,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const created = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncFolder(dirname(created));
    const name = `${date.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
    const draft = join(this.#folder, draftName());
    try {
      await writeFile(draft, message as Buffer, { mode: 0o600, flag: 'wx', flush: true });
      await rename(draft, join(this.#folder, name));
      await syncFolder(this.#folder);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    this.#log.info(`Mail "${mail.subject}" written to ${join(this.#folder, name)}.`);
  }

  async close(): Promise<void> {}
}
