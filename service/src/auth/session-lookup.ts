import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Database } from '../database/database.js';
import type { AccountCaller } from './account-caller.js';
import { CallerCache } from './caller-cache.js';
import { findSession } from './find-session.js';
import { RevisionWatch } from './revision-watch.js';
import { readCredential, readToken } from './session-credential.js';

export interface SessionLookupOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly secret: string;
  /** How many credentials are remembered. */
  readonly capacity?: number;
  readonly now?: () => number;
}

/** Who is calling, from memory where possible: a known credential is answered without a promise or a query. */
export class SessionLookup {
  readonly #database: Pick<Database, 'kysely'>;
  readonly #secret: string;
  readonly #cache: CallerCache;
  readonly #watch: RevisionWatch;
  readonly #now: () => number;

  constructor({ database, secret, capacity = 20_000, now = Date.now }: SessionLookupOptions) {
    this.#database = database;
    this.#secret = secret;
    this.#now = now;
    this.#cache = new CallerCache(capacity);
    this.#watch = new RevisionWatch({ database, now, onForeignChange: () => this.#cache.forgetAll() });
  }

  /** The caller behind a request's bearer token or session cookie; null without a valid one. */
  authenticate(req: Pick<IncomingMessage, 'headers'>): AccountCaller | null | Promise<AccountCaller | null> {
    const credential = readCredential(req.headers);
    if (credential === null) return null;
    const key = hash('sha256', credential, 'base64');
    const now = this.#now();
    if (!this.#watch.isConfirmed(now))
      return this.#watch.confirm().then(() => this.#fromCache(key, now) ?? this.#find(credential, key));
    return this.#fromCache(key, now) ?? this.#find(credential, key);
  }

  /** Forgets an account's sessions here at once and in every other process within a second. Call it after the write. */
  async revoke(accountId: string): Promise<void> {
    this.#cache.forgetAccount(accountId);
    await this.#watch.announce();
  }

  stop(): void {
    this.#watch.stop();
  }

  #fromCache(key: string, now: number): AccountCaller | null {
    const entry = this.#cache.get(key);
    return entry && entry.expiresAt > now ? entry.caller : null;
  }

  async #find(credential: string, key: string): Promise<AccountCaller | null> {
    const token = readToken(credential, this.#secret);
    if (token === null) return null;
    const { epoch } = this.#cache;
    const found = await findSession(this.#database, token);
    if (!found || found.expiresAt <= this.#now()) return null;
    this.#cache.keep(key, found, epoch);
    return found.caller;
  }
}
