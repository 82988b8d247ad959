import type { Database } from '../database/database.js';
import type { NoteRecord } from './notes-schemas.js';

type Awaitable<T> = T | Promise<T>;

export interface NotesOptions {
  /** How many notes are kept: the newest. */
  readonly limit: number;
  readonly now: () => number;
}

/** The newest notes, oldest first. */
export interface NotesStore {
  add(text: string): Awaitable<NoteRecord>;
  list(): Awaitable<readonly NoteRecord[]>;
}

/** Keeps notes until the process ends. */
export class MemoryNotesStore implements NotesStore {
  #notes: readonly NoteRecord[] = [];
  #lastId = 0;

  constructor(private readonly options: NotesOptions) {}

  add(text: string): NoteRecord {
    const note = Object.freeze({
      id: (this.#lastId += 1),
      text,
      createdAt: new Date(this.options.now()).toISOString(),
    });
    this.#notes = [...this.#notes, note].slice(-this.options.limit);
    return note;
  }

  list(): readonly NoteRecord[] {
    return this.#notes;
  }
}

/** Keeps notes for all processes on one database. */
export class DatabaseNotesStore implements NotesStore {
  readonly #database: Pick<Database, 'transaction' | 'kysely'>;
  readonly #options: NotesOptions;

  constructor(database: Pick<Database, 'transaction' | 'kysely'>, options: NotesOptions) {
    this.#database = database;
    this.#options = options;
  }

  add(text: string): Promise<NoteRecord> {
    const createdAt = new Date(this.#options.now()).toISOString();
    return this.#database.transaction(async (transaction) => {
      const { id } = await transaction
        .insertInto('notes')
        .values({ text, created_at: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      const surplus = transaction
        .selectFrom('notes')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .offset(this.#options.limit);
      await transaction.deleteFrom('notes').where('id', '<=', surplus).execute();
      return { id: Number(id), text, createdAt };
    });
  }

  async list(): Promise<readonly NoteRecord[]> {
    const rows = await this.#database.kysely
      .selectFrom('notes')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(this.#options.limit)
      .execute();
    return rows.toReversed().map(({ id, text, created_at }) => ({ id: Number(id), text, createdAt: created_at }));
  }
}
