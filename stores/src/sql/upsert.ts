import type { InsertQueryBuilder, InsertResult } from 'kysely';
import type { StoresTables } from './migrations/tables.js';
import type { OpenSql } from './open-sql.js';

type Insert<Table extends keyof StoresTables> = InsertQueryBuilder<StoresTables, Table, InsertResult>;

/** Inserts what is not there; the number of rows that were inserted is `numInsertedOrUpdatedRows`. */
export const orIgnore = <Table extends keyof StoresTables>(insert: Insert<Table>, dialect: OpenSql['dialect']) =>
  dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing());

/** Inserts rows, and adds the column `calls`, among others, to those that are there. */
export function orAdd<Table extends 'usage_calls' | 'usage_members'>(
  insert: Insert<Table>,
  { dialect, sql }: OpenSql,
  { table, key, add, least = [], greatest = [] }: Adding<Table>,
): Insert<Table> {
  const given = (column: string) =>
    dialect === 'mysql' ? sql`values(${sql.ref(column)})` : sql.ref(`excluded.${column}`);
  const held = (column: string) => sql.ref(`${table}.${column}`);
  const [min, max] = dialect === 'sqlite' ? ['min', 'max'] : ['least', 'greatest'];
  const updates = Object.fromEntries([
    ...add.map((column) => [column, sql`${held(column)} + ${given(column)}`]),
    ...least.map((column) => [column, sql`${sql.raw(min!)}(${held(column)}, ${given(column)})`]),
    ...greatest.map((column) => [column, sql`${sql.raw(max!)}(${held(column)}, ${given(column)})`]),
  ]) as never;
  return dialect === 'mysql'
    ? insert.onDuplicateKeyUpdate(updates)
    : insert.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(updates));
}

interface Adding<Table extends keyof StoresTables> {
  readonly table: Table;
  readonly key: readonly string[];
  readonly add: readonly (keyof StoresTables[Table] & string)[];
  readonly least?: readonly (keyof StoresTables[Table] & string)[];
  readonly greatest?: readonly (keyof StoresTables[Table] & string)[];
}
