import type { ColumnDataType, ColumnDefinitionBuilder, Expression, Kysely } from 'kysely';
import { dialectOf } from '../open-sql.js';

type DataType = ColumnDataType | Expression<unknown>;

/** The types of columns that differ: MySQL has no keys on text, and compares it without case. */
export async function columnsOf(database: Kysely<unknown>) {
  const { sql } = await import('kysely');
  const isMysql = dialectOf(database) === 'mysql';
  const text = (size: string): DataType =>
    isMysql ? sql.raw(`${size} character set utf8mb4 collate utf8mb4_bin`) : 'text';
  return {
    isMysql,
    /** Text of at most so many characters, where the database asks for a limit. */
    name: (length: number) => text(`varchar(${length})`),
    text: text('longtext'),
    /** A key over columns that together are longer than MySQL's longest index: over their hash. */
    hashOf: (columns: readonly string[]) => ({
      type: sql.raw('char(64) character set ascii collate ascii_bin') as Expression<unknown>,
      define: (column: ColumnDefinitionBuilder) =>
        column
          .generatedAlwaysAs(sql.raw(`sha2(concat_ws(char(10), ${columns.join(', ')}), 256)`))
          .stored()
          .unique(),
    }),
  };
}

export const required = (column: ColumnDefinitionBuilder) => column.notNull();
