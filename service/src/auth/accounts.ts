import type { AttemptStore } from '@svckit/stores';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../database/database.js';
import type { MailSender } from '../mail/mail.js';
import { HttpError } from 'svckit';
import type { AccountCaller } from './account-caller.js';
import { type AccountEventKind, recordEvent } from './account-events.js';
import { AccountMailer } from './account-mailer.js';
import { answerAuthRequest, type AnsweringParts, refuseOtherSite } from './answer-auth-request.js';
import { AttemptLimiter } from './attempt-limiter.js';
import type { AuthLog } from './auth-log.js';
import { redact } from './auth-log.js';
import { AuthRefusal } from './auth-refusal.js';
import { isSecure, readAuthBody, readAuthHead } from './auth-request.js';
import { refusalResponse, writeResponse } from './auth-response.js';
import { type AuthSettings, splitList } from './auth-settings.js';
import { createAuth } from './create-auth.js';
import { guardMount } from './guard-mount.js';
import type { PasswordHasher } from './password-hasher.js';
import { refuseRedirects } from './refuse-redirects.js';
import type { RequestTokens } from './hash-session-tokens.js';
import { SessionLookup } from './session-lookup.js';
import { sweepHourly } from './sweep-expired.js';
import { watchAccounts } from './watch-accounts.js';

export interface AccountsOptions {
  readonly database: Database;
  readonly settings: AuthSettings;
  /** Signs cookies and links; available once the database is open. */
  readonly secret: () => string;
  readonly mailSender: MailSender;
  readonly passwords: PasswordHasher;
  /** Counts attempts. */
  readonly throttle: AttemptStore;
  readonly log: AuthLog;
  /** PUBLIC_URL. */
  readonly publicUrl?: string | undefined;
}

const isRefusal = (error: unknown) =>
  error instanceof AuthRefusal || (error instanceof HttpError && error.status < 500);

type Parts = Pick<AnsweringParts, 'handle' | 'reader'>;

/** Accounts and sessions: better-auth behind our mount, and the lookup that identifies callers for the rest of the service. */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #requests = new AsyncLocalStorage<RequestTokens>();
  readonly #limiter: AttemptLimiter;
  readonly #mailer: AccountMailer;
  readonly #publicOrigin: string | null;
  readonly #trustedOrigins: readonly string[];
  readonly #background = new Set<Promise<unknown>>();
  readonly #instances = new Map<boolean, Promise<Parts>>();
  #lookup: SessionLookup | null = null;
  #stopSweeping = () => {};
  /** Middleware that rejects cross-site and malformed requests under the mount before the app does. */
  readonly guard: ReturnType<typeof guardMount>;

  constructor(options: AccountsOptions) {
    const { publicUrl, mailSender, throttle, log, settings } = options;
    this.#options = options;
    this.#limiter = new AttemptLimiter(throttle);
    this.#publicOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin;
    this.#trustedOrigins = [
      ...splitList(settings.TRUSTED_ORIGINS),
      ...(this.#publicOrigin === null ? [] : [this.#publicOrigin]),
    ];
    this.guard = guardMount((req, res) => this.handler(req, res), this.#trustedOrigins);
    this.#mailer = new AccountMailer({
      sender: mailSender,
      log,
      publicOrigin: this.#publicOrigin,
      localOrigin: () => this.#requests.getStore()!.localOrigin,
    });
  }

  /** The session lookup; throws before `onInit`. */
  get sessions(): SessionLookup {
    if (!this.#lookup) throw new Error('Accounts are not started: they start in onInit(), after the database.');
    return this.#lookup;
  }

  async onInit(): Promise<void> {
    this.#stopSweeping = sweepHourly(this.#options.database, (message) => this.#options.log.warn(message));
    this.#lookup = new SessionLookup({ database: this.#options.database, secret: this.#options.secret() });
    await this.#instance(this.#publicOrigin?.startsWith('https:') ?? false);
  }

  async onShutdown(): Promise<void> {
    this.#stopSweeping();
    this.#lookup?.stop();
    await Promise.allSettled(this.#background);
    await this.#mailer.finish();
    await this.#options.mailSender.close();
    this.#requests.disable();
  }

  /** Identifies the caller, for the `authenticate` option. */
  readonly authenticate = (
    req: Pick<IncomingMessage, 'headers'>,
  ): AccountCaller | null | Promise<AccountCaller | null> =>
    this.sessions.authenticate(req, isSecure(req, this.#publicOrigin));

  /** The handler mounted at `/auth`. */
  readonly handler = (req: IncomingMessage, res: ServerResponse): void => {
    this.#answer(req)
      .then((response) => writeResponse(res, response, req.method !== 'HEAD'))
      .catch((error: unknown) => res.destroy(error as Error));
  };

  async #answer(req: IncomingMessage): Promise<Response> {
    try {
      const head = readAuthHead(req, { secret: this.#options.secret(), publicOrigin: this.#publicOrigin });
      refuseOtherSite(head, this.#trustedOrigins);
      const request = await readAuthBody(req, head);
      refuseRedirects(request, [this.#publicOrigin ?? request.origin, ...this.#trustedOrigins]);
      const parts = await this.#instance(request.secure);
      return await answerAuthRequest(request, {
        ...parts,
        limiter: this.#limiter,
        requests: this.#requests,
        publicOrigin: this.#publicOrigin,
      });
    } catch (error) {
      if (!isRefusal(error))
        this.#options.log.error(redact(`Accounts: ${error instanceof Error ? error.stack : String(error)}`));
      return refusalResponse(error);
    }
  }

  /** One better-auth for TLS and one for plain HTTP: their cookies have different names and attributes. */
  #instance(secure: boolean): Promise<Parts> {
    const started = this.#instances.get(secure) ?? this.#start(secure);
    this.#instances.set(secure, started);
    return started;
  }

  #start(secure: boolean): Promise<Parts> {
    const { database, settings, secret, passwords, log } = this.#options;
    const record = (kind: AccountEventKind, accountId: string) => recordEvent(database, kind, accountId);
    return createAuth({
      database,
      requests: this.#requests,
      settings,
      secret: secret(),
      secure,
      mails: this.#mailer,
      passwords,
      log,
      runInBackground: (work) => this.#track(work),
      databaseHooks: watchAccounts({
        revoke: (accountId) => this.sessions.revoke(accountId),
        record,
      }),
      onPasswordReset: (accountId) => record('password-changed', accountId),
    });
  }

  #track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => this.#options.log.error(redact(`Accounts: ${String(error)}`)))
      .finally(() => this.#background.delete(tracked));
    this.#background.add(tracked);
  }
}
