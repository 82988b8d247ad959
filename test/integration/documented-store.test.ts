import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import type { Kysely } from 'kysely';
import type { StoredResponse, TransactionalIdempotencyStore } from 'svckit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DatabaseSchema } from '../../service/src/database/database-schema.js';
import { openTestDatabase } from '../../service/src/testing/open-test-database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

interface Documented {
  readonly idempotencyStore: TransactionalIdempotencyStore;
  readonly database: () => Kysely<DatabaseSchema>;
}

/** The file `database.ts` of docs/idempotency.md, on a given Kysely. */
async function documentedOn(kysely: Kysely<DatabaseSchema>): Promise<Documented> {
  const page = await readFile(new URL('../../docs/idempotency.md', import.meta.url), 'utf8');
  const [, source = ''] = /```ts\n\/\/ database\.ts\n(.*?)```/s.exec(page) ?? [];
  const body = source.replaceAll(/^import .*$/gm, '').replaceAll('export const', 'const');
  const { code } = await transform(body, { loader: 'ts' });
  const evaluate = new Function('kysely', 'AsyncLocalStorage', `${code}\nreturn { idempotencyStore, database };`);
  return evaluate(kysely, AsyncLocalStorage) as Documented;
}

async function openSqlite() {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  return database;
}

async function openPostgres() {
  const schema = await createOwnSchema();
  onTestFinished(() => schema.drop());
  const database = await schema.open();
  onTestFinished(() => database.onShutdown());
  return database;
}

describe.each([
  { name: 'SQLite', open: openSqlite, isAvailable: true },
  { name: 'PostgreSQL', open: openPostgres, isAvailable: Boolean(testDatabaseUrl) },
])('the store of docs/idempotency.md on $name', ({ open, isAvailable }) => {
  it.skipIf(!isAvailable)('runs each key once, and undoes a call that fails', async () => {
    const { kysely } = await open();
    const { idempotencyStore, database } = await documentedOn(kysely);
    const response: StoredResponse = { status: 201, headers: [], body: '' };
    const create = (key: string, failure?: Error) =>
      idempotencyStore.runOnce({ key, fingerprint: 'print', ttlSeconds: 60 }, async () => {
        await database().insertInto('reports').values({ title: key }).execute();
        if (failure) throw failure;
        return response;
      });
    const rush = await Promise.all(Array.from({ length: 8 }, () => create('rush')));
    expect(rush.filter(({ state }) => state === 'claimed')).toHaveLength(1);
    await expect(create('undone', new Error('no'))).rejects.toThrow('no');
    expect(await create('undone')).toEqual({ state: 'claimed' });
    expect(await create('undone')).toEqual({ state: 'stored', fingerprint: 'print', response });
    expect(await kysely.selectFrom('reports').select('title').orderBy('title').execute()).toEqual([
      { title: 'rush' },
      { title: 'undone' },
    ]);
  });
});
