import { createHash, randomUUID } from 'node:crypto';
import type { DBAdapter, Where } from 'better-auth/adapters';
import type { Database } from '../database/database.js';
import { parseObject } from './read-members.js';

/** What a link in a mail does, by the start of the name that better-auth gives to its token. */
const kinds = Object.freeze({
  'reset-password': 'reset-password:',
  'delete-account': 'delete-account-',
  'change-email': 'change-email:',
  'verify-email': 'verify-email:',
});

type LinkKind = keyof typeof kinds;

/** A link that confirms an address only says what is true, so it outlives a newer one and a new password. */
const replaceable: readonly LinkKind[] = ['reset-password', 'delete-account', 'change-email'];

/** How a token's name is stored: hashed, behind what the link does. No request can ask for it, because it starts with no kind. */
export async function storedLinkName(name: string): Promise<string> {
  const kind = Object.values(kinds).find((start) => name.startsWith(start)) ?? '';
  return `${storedStart(kind)}${createHash('sha256').update(name).digest('base64url')}`;
}

const storedStart = (nameStart: string) => `sha256:${nameStart}`;

/** What a signed token of better-auth is for. */
interface SignedClaims {
  readonly email: string;
  readonly updateTo: string | null;
  /** In seconds since 1970. */
  readonly exp: number;
}

/** Reads the claims of a signed token without checking its signature, which better-auth does. */
export function readClaims(token: string): SignedClaims {
  const { email, updateTo, exp } = parseObject(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};
  return { email: String(email), updateTo: updateTo === undefined ? null : String(updateTo), exp: Number(exp) };
}

/** Every link in a mail is a row while it works; better-auth's own rows of single-use tokens are among them. */
export class MailedLinks {
  readonly #database: Pick<Database, 'kysely'>;

  constructor(database: Pick<Database, 'kysely'>) {
    this.#database = database;
  }

  /** Makes a signed token work. Call it before the mail is sent. */
  async issue(accountId: string, token: string): Promise<void> {
    const name = nameOfSigned(token);
    const now = new Date().toISOString();
    const identifier = await storedLinkName(name);
    await this.#database.kysely
      .insertInto('auth_verifications')
      .values({
        id: randomUUID(),
        identifier,
        value: accountId,
        expiresAt: new Date(readClaims(token).exp * 1_000).toISOString(),
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    await this.endOlder(identifier, accountId);
  }

  /** Whether a signed token was issued and has not ended since, and nobody else has the address that it leads to. */
  async works(token: string): Promise<boolean> {
    const { email, updateTo } = readClaims(token);
    const row = await this.#database.kysely
      .selectFrom('auth_verifications')
      .innerJoin('auth_users', 'auth_users.id', 'auth_verifications.value')
      .where('identifier', '=', await storedLinkName(nameOfSigned(token)))
      .select('auth_users.email')
      .executeTakeFirst();
    if (row?.email !== email) return false;
    return updateTo === null || !(await this.#isTaken(updateTo));
  }

  async #isTaken(address: string): Promise<boolean> {
    const users = this.#database.kysely.selectFrom('auth_users').where('email', '=', address);
    return (await users.select('id').executeTakeFirst()) !== undefined;
  }

  /** Ends an account's links of the kind of the given one, but for the newest. */
  async endOlder(storedName: string, accountId: string): Promise<void> {
    const kind = replaceable.find((name) => storedName.startsWith(storedStart(kinds[name])));
    if (kind === undefined) return;
    const ofKind = `${storedStart(kinds[kind])}%`;
    await this.#database.kysely
      .deleteFrom('auth_verifications')
      .where('value', '=', accountId)
      .where('identifier', 'like', ofKind)
      .where('id', '<>', (row) =>
        row
          .selectFrom('auth_verifications')
          .where('value', '=', accountId)
          .where('identifier', 'like', ofKind)
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .select('id'),
      )
      .execute();
  }

  /** Ends what an account's new password replaces: links that somebody else may have asked for. */
  endAfterPassword(accountId: string): Promise<void> {
    return this.#end(accountId, replaceable);
  }

  /** Ends all links of an account, which were for its former address. */
  endAll(accountId: string): Promise<void> {
    return this.#end(accountId, Object.keys(kinds) as LinkKind[]);
  }

  async #end(accountId: string, ended: readonly LinkKind[]): Promise<void> {
    await this.#database.kysely
      .deleteFrom('auth_verifications')
      .where('value', '=', accountId)
      .where((row) => row.or(ended.map((kind) => row('identifier', 'like', `${storedStart(kinds[kind])}%`))))
      .execute();
  }
}

function nameOfSigned(token: string): string {
  return `${kinds[readClaims(token).updateTo === null ? 'verify-email' : 'change-email']}${token}`;
}

type Row = Readonly<Record<string, unknown>>;

/** Ends links when a newer one is made, and when the address or the password of their account changes, whichever route does it. */
export function endLinksWithChanges<A extends DBAdapter>(adapter: A, links: MailedLinks): A {
  async function afterChange(model: string, change: Row, accountId: unknown): Promise<void> {
    if (typeof accountId !== 'string') return;
    if (model === 'user' && 'email' in change) await links.endAll(accountId);
    if (model === 'account' && 'password' in change) await links.endAfterPassword(accountId);
  }
  const ownerOf = (model: string, row: Row | null) => (model === 'user' ? row?.id : row?.userId);
  const namedIn = (where: readonly Where[] | undefined) => where?.find(({ field }) => field === 'userId')?.value;

  return {
    ...adapter,
    create: async (query: Parameters<A['create']>[0]) => {
      const row = await adapter.create<Row, Row>(query);
      if (query.model === 'verification') await links.endOlder(String(row.identifier), String(row.value));
      if (query.model === 'account') await afterChange(query.model, query.data, row.userId);
      return row;
    },
    update: async (query: Parameters<A['update']>[0]) => {
      const row = await adapter.update<Row>(query);
      await afterChange(query.model, query.update, ownerOf(query.model, row));
      return row;
    },
    updateMany: async (query: Parameters<A['updateMany']>[0]) => {
      const changed = await adapter.updateMany(query);
      await afterChange(query.model, query.update, namedIn(query.where));
      return changed;
    },
    transaction: (work: Parameters<A['transaction']>[0]) =>
      adapter.transaction((inner) => work(endLinksWithChanges(inner as DBAdapter, links))),
  } as A;
}
