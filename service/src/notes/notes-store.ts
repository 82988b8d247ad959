import type { Database } from '../database/database.js';
import type { NoteRecord } from './notes-schemas.js';

type Awaitable<T> = T | Promise<T>;

export interface NotesOptions {
  /** How many notes are kept: the newest. */
  readonly limit: number;
  readonly now: () => number;
}

/** What belongs to the writing of a note: it is kept with it, or neither is. */
export type WithNote = (note: NoteRecord, transaction: object | null) => Promise<void>;

const nothing: WithNote = async () => {};

/** The newest notes, oldest first. */
export interface NotesStore {
  /** `andThen` gets the transaction of the note; null where notes are in no database. */
  add(text: string, andThen?: WithNote): Promise<NoteRecord>;
  list(): Awaitable<readonly NoteRecord[]>;
}

/** Keeps notes until the process ends. */
export class MemoryNotesStore implements NotesStore {
  #notes: readonly NoteRecord[] = [];
  #lastId = 0;

  constructor(private readonly options: NotesOptions) {}

  async add(text: string, andThen = nothing): Promise<NoteRecord> {
    const note = Object.freeze({
      id: (this.#lastId += 1),
      text,
      createdAt: new Date(this.options.now()).toISOString(),
    });
    await andThen(note, null);
    this.#notes = [...this.#notes, note].toSorted((one, other) => one.id - other.id).slice(-this.options.limit);
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

  add(text: string, andThen = nothing): Promise<NoteRecord> {
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
      const note = { id: Number(id), text, createdAt };
      await andThen(note, transaction);
      return note;
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
