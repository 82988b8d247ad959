import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Database } from '../database/database.js';
import { type CachedCaller, CallerCache } from './caller-cache.js';
import { hashToken, readCredential, readToken } from './session-credential.js';
import type { AccountCaller } from './account-caller.js';
import { RevisionWatch } from './revision-watch.js';

/** Reads the session of a token, its account and roles, in one query; null when there is none. */
async function findSession(database: Pick<Database, 'kysely'>, token: string): Promise<CachedCaller | null> {
  const rows = await database.kysely
    .selectFrom('auth_sessions')
    .innerJoin('auth_users', 'auth_users.id', 'auth_sessions.userId')
    .leftJoin('auth_roles', 'auth_roles.user_id', 'auth_sessions.userId')
    .where('auth_sessions.token', '=', hashToken(token))
    .select(['auth_sessions.id as sessionId', 'auth_sessions.expiresAt', 'auth_users.id', 'email', 'name', 'role'])
    .execute();
  const first = rows[0];
  if (!first) return null;
  const roles = rows.flatMap(({ role }) => role ?? []).toSorted();
  const { id, email, name, sessionId } = first;
  return Object.freeze({
    caller: Object.freeze({ id, email, name, sessionId, roles: Object.freeze(roles) }),
    expiresAt: new Date(first.expiresAt).getTime(),
  });
}

export interface SessionLookupOptions {
  readonly database: Pick<Database, 'kysely'>;
  readonly secret: string;
  /** How many credentials are cached. */
  readonly capacity?: number;
  readonly now?: () => number;
}

/** Identifies the caller, from memory where possible: a cached credential needs no promise and no query. */
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

  /** The caller identified by a request's bearer token, or by the session cookie of its scheme; null without a valid one. */
  authenticate(
    { headers }: Pick<IncomingMessage, 'headers'>,
    secure: boolean,
  ): AccountCaller | null | Promise<AccountCaller | null> {
    const credential = readCredential(headers, secure);
    if (credential === null) return null;
    const key = hash('sha256', credential, 'base64');
    const now = this.#now();
    if (!this.#watch.isConfirmed(now))
      return this.#watch.confirm().then(() => this.#fromCache(key, now) ?? this.#find(credential, key));
    return this.#fromCache(key, now) ?? this.#find(credential, key);
  }

  /** Invalidates an account's sessions here at once and in every other process within a second. Call it after the write. */
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
