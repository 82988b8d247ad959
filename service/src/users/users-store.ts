import type { Expression, Kysely, SqlBool } from 'kysely';
import type { Database } from '../database/database.js';
import type { DatabaseSchema } from '../database/database-schema.js';
import type { CreateUser, TaggedUser } from './users-schemas.js';

/** Folds case so that a substring of a text stays one: upper case is context-free (lower case is not, for the Greek sigma). */
function foldCase(text: string): string {
  return text.toUpperCase();
}

export interface UserSearch {
  /** A literal substring of the name, case-insensitive. */
  readonly q?: string | undefined;
  readonly limit: number;
  /** Only users with greater ids. */
  readonly after?: number | undefined;
}

export interface UsersPage {
  readonly users: readonly TaggedUser[];
  readonly hasMore: boolean;
}

/** Users in the database, ordered by id. */
export class UsersStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async search({ q, limit, after }: UserSearch): Promise<UsersPage> {
    let query = this.#kysely
      .selectFrom('users')
      .select(['id', 'name', 'tags'])
      .orderBy('id')
      .limit(limit + 1);
    if (after !== undefined) query = query.where('id', '>', after);
    if (q !== undefined) query = query.where(this.#nameContains(q));
    const rows = await query.execute();
    return { users: rows.slice(0, limit).map(readUser), hasMore: rows.length > limit };
  }

  async find(id: number): Promise<TaggedUser | null> {
    const row = await this.#kysely
      .selectFrom('users')
      .select(['id', 'name', 'tags'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? readUser(row) : null;
  }

  /** Returns null when the name is taken. What `andThen` writes is committed with the user. */
  create(
    user: CreateUser,
    andThen?: (user: TaggedUser, transaction: object) => Promise<void>,
  ): Promise<TaggedUser | null> {
    if (!andThen) return insertUser(this.#kysely, user);
    return this.#database.transaction(async (transaction) => {
      const created = await insertUser(transaction, user);
      if (created) await andThen(created, transaction);
      return created;
    });
  }

  /** No LIKE, so nothing in `q` is a wildcard. */
  #nameContains(q: string): Expression<SqlBool> {
    const { sql, dialect } = this.#database;
    const position = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
    return sql<SqlBool>`${position}(search_name, ${foldCase(q)}) > 0`;
  }

  get #kysely(): Kysely<DatabaseSchema> {
    return this.#database.kysely;
  }
}

async function insertUser(kysely: Kysely<DatabaseSchema>, { name, tags }: CreateUser): Promise<TaggedUser | null> {
  const row = await kysely
    .insertInto('users')
    .values({ name, search_name: foldCase(name), tags: JSON.stringify(tags) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(['id', 'name', 'tags'])
    .executeTakeFirst();
  return row ? readUser(row) : null;
}

function readUser(row: { readonly id: number; readonly name: string; readonly tags: string }): TaggedUser {
  return { id: row.id, name: row.name, tags: JSON.parse(row.tags) as TaggedUser['tags'] };
}
