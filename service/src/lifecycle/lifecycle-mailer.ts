import type { LifecycleDelivery, LifecycleEvent, Logger, UsageStore } from 'svckit';
import type { Database } from '../database/database.js';
import type { MailSender } from '../mail/mail.js';
import { lifecycleMail, subjectOf } from './lifecycle-mail.js';
import { millisecondsPerDay } from '../../../src/text/date.js';

/** A consumer who called within so many days gets a mail. */
const recent = 90;
const idsAtOnce = 500;
const namesInLog = 20;

export interface LifecycleMailerOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly usage: Pick<UsageStore, 'read'>;
  readonly sender: Pick<MailSender, 'send'>;
  readonly log: Logger;
}

/** Mails the accounts that call what goes away, at addresses that they have confirmed, and logs every other consumer. */
export class LifecycleMailer {
  readonly #options: LifecycleMailerOptions;

  constructor(options: LifecycleMailerOptions) {
    this.#options = options;
  }

  readonly notify = async (event: LifecycleEvent, { deliver }: LifecycleDelivery): Promise<void> => {
    const { log, sender } = this.#options;
    const consumers = await this.#consumersOf(event);
    const ids = [...consumers.values()].filter(({ kind }) => kind === 'caller').map(({ consumer }) => consumer);
    const mailed = new Set<string>();
    for (const account of await this.#accountsOf(ids)) {
      const { operations } = consumers.get(`caller ${account.id}`)!;
      const send = () => sender.send(lifecycleMail(account, event, operations));
      if (await deliver(account.id, send)) mailed.add(account.id);
    }
    const rest = [...consumers.values()].filter(({ kind, consumer }) => kind !== 'caller' || !mailed.has(consumer));
    log.warn(`${subjectOf(event)} ${event.kind === 'sunset' ? 'goes away' : 'pauses'}`, {
      at: event.at,
      mailed: mailed.size,
      others: rest.length,
      ...(rest.length > 0 && {
        consumers: rest.slice(0, namesInLog).map(({ kind, consumer }) => `${kind} ${consumer}`),
      }),
    });
  };

  /** Who called one of the operations lately, and which. */
  async #consumersOf({ version, operations, at, daysLeft }: LifecycleEvent) {
    const from = Date.parse(at) - (daysLeft + recent) * millisecondsPerDay;
    const { counts } = await this.#options.usage.read(version === null ? {} : { version });
    const consumers = new Map<string, { kind: string; consumer: string; operations: string[] }>();
    for (const { kind, consumer, operation, last, version: called } of counts) {
      if (called !== version || last < from || !operations.includes(operation)) continue;
      const known = consumers.get(`${kind} ${consumer}`) ?? { kind, consumer, operations: [] };
      known.operations.push(operation);
      consumers.set(`${kind} ${consumer}`, known);
    }
    return consumers;
  }

  async #accountsOf(ids: readonly string[]) {
    const found: { id: string; name: string; email: string }[] = [];
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      const rows = await this.#options.database.kysely
        .selectFrom('auth_users')
        .select(['id', 'name', 'email', 'emailVerified'])
        .where('id', 'in', ids.slice(start, start + idsAtOnce))
        .execute();
      found.push(...rows.filter(({ emailVerified }) => Boolean(emailVerified)));
    }
    return found;
  }
}
