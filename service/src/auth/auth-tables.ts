import type { Generated } from 'kysely';
import { generatedId, type Migration, type MigrationContext } from '../database/migration.js';

/** A date as better-auth writes it: text in SQLite, a timestamp in PostgreSQL. */
type StoredDate = Date | string;

/** The tables of migration 0030; the first four are better-auth's, the rest ours. */
export interface AuthTables {
  auth_users: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean | number;
    image: string | null;
    createdAt: StoredDate;
    updatedAt: StoredDate;
  };
  auth_sessions: {
    id: string;
    expiresAt: StoredDate;
    token: string;
    createdAt: StoredDate;
    updatedAt: StoredDate;
    ipAddress: string | null;
    userAgent: string | null;
    userId: string;
    data: string | null;
  };
  auth_accounts: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    accessToken: string | null;
    refreshToken: string | null;
    idToken: string | null;
    accessTokenExpiresAt: StoredDate | null;
    refreshTokenExpiresAt: StoredDate | null;
    scope: string | null;
    password: string | null;
    createdAt: StoredDate;
    updatedAt: StoredDate;
  };
  auth_verifications: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: StoredDate;
    createdAt: StoredDate;
    updatedAt: StoredDate;
  };
  auth_roles: { user_id: string; role: string };
  /** One row: incremented by everything that changes a session or its caller. */
  auth_revision: { id: number; value: number };
  /** `at` is in milliseconds since 1970. */
  auth_events: { id: Generated<number>; at: number; kind: string; user_id: string };
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends AuthTables {}
}

type Column = readonly [name: string, type: 'text' | 'date' | 'boolean' | 'json', nullable?: 'null'];

const referencingUser = [
  ['userId', 'text'],
  ['createdAt', 'date'],
  ['updatedAt', 'date'],
] as const;

/** better-auth's tables as its own migrations would make them (a test compares), and ours beside them. */
export const createAccounts: Migration = {
  name: '0030-accounts',
  async up(context) {
    const { kysely, dialect, sql } = context;
    await createTable(
      context,
      'auth_users',
      [
        ['name', 'text'],
        ['email', 'text'],
        ['emailVerified', 'boolean'],
        ['image', 'text', 'null'],
        ['createdAt', 'date'],
        ['updatedAt', 'date'],
      ],
      { unique: 'email' },
    );
    await createTable(
      context,
      'auth_sessions',
      [
        ['expiresAt', 'date'],
        ['token', 'text'],
        ['ipAddress', 'text', 'null'],
        ['userAgent', 'text', 'null'],
        ['data', 'json', 'null'],
        ...referencingUser,
      ],
      { unique: 'token', index: 'userId' },
    );
    await createTable(
      context,
      'auth_accounts',
      [
        ['accountId', 'text'],
        ['providerId', 'text'],
        ['accessToken', 'text', 'null'],
        ['refreshToken', 'text', 'null'],
        ['idToken', 'text', 'null'],
        ['accessTokenExpiresAt', 'date', 'null'],
        ['refreshTokenExpiresAt', 'date', 'null'],
        ['scope', 'text', 'null'],
        ['password', 'text', 'null'],
        ...referencingUser,
      ],
      { index: 'userId' },
    );
    await createTable(
      context,
      'auth_verifications',
      [
        ['identifier', 'text'],
        ['value', 'text'],
        ['expiresAt', 'date'],
        ['createdAt', 'date'],
        ['updatedAt', 'date'],
      ],
      { index: 'identifier' },
    );
    // Values of other rows are longer than a B-tree of PostgreSQL takes.
    const byValue = kysely.schema.createIndex('auth_verifications_value_idx').on('auth_verifications').column('value');
    await (dialect === 'postgres' ? byValue.using('hash') : byValue).execute();

    await kysely.schema
      .createTable('auth_roles')
      .addColumn('user_id', 'text', (column) => column.notNull().references('auth_users.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('auth_roles_pk', ['user_id', 'role'])
      .execute();
    await kysely.schema
      .createTable('auth_revision')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('value', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into auth_revision (id, value) values (1, 0)`.execute(kysely);
    await kysely.schema
      .createTable('auth_events')
      .addColumn(...generatedId(dialect))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .execute();
  },
};

async function createTable(
  { kysely, dialect, sql }: MigrationContext,
  name: string,
  columns: readonly Column[],
  { unique, index }: { readonly unique?: string; readonly index?: string },
): Promise<void> {
  const types =
    dialect === 'postgres'
      ? ({ text: 'text', date: 'timestamptz', boolean: 'boolean', json: 'jsonb' } as const)
      : ({ text: 'text', date: 'date', boolean: 'integer', json: 'text' } as const);
  let table = kysely.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey().notNull());
  for (const [column, type, nullable] of columns) {
    table = table.addColumn(column, types[type], (definition) => {
      let built = nullable ? definition : definition.notNull();
      if (column === unique) built = built.unique();
      if (column === 'userId') built = built.references('auth_users.id').onDelete('cascade');
      return dialect === 'postgres' && column === 'createdAt' ? built.defaultTo(sql`CURRENT_TIMESTAMP`) : built;
    });
  }
  await table.execute();
  if (index) await kysely.schema.createIndex(`${name}_${index}_idx`).on(name).column(index).execute();
}
