import type { Database } from '../database/database.js';

/** Reports by position, in the order in which they were created. */
export class ReportsStore {
  readonly #database: Pick<Database, 'kysely'>;

  constructor(database: Pick<Database, 'kysely'>) {
    this.#database = database;
  }

  async titles(): Promise<readonly string[]> {
    const rows = await this.#database.kysely.selectFrom('reports').select('title').orderBy('id').execute();
    return rows.map(({ title }) => title);
  }

  async count(): Promise<number> {
    const { reports } = await this.#database.kysely
      .selectFrom('reports')
      .select((row) => row.fn.countAll<number | string>().as('reports'))
      .executeTakeFirstOrThrow();
    return Number(reports);
  }

  async create(title: string): Promise<void> {
    await this.#database.kysely.insertInto('reports').values({ title }).execute();
  }

  /** Renames the report at a position, counted from 1; returns false when there is none. */
  async rename(position: number, title: string): Promise<boolean> {
    if (position < 1) return false;
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('reports')
      .set({ title })
      .where('id', '=', (reports) =>
        reports
          .selectFrom('reports')
          .select('id')
          .orderBy('id')
          .limit(1)
          .offset(position - 1),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}
