import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../service/src/database/database.js';
import { describeNotesStore } from '../../service/src/notes/notes-store.suite.js';
import { DatabaseNotesStore } from '../../service/src/notes/notes-store.js';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('with TEST_DATABASE_URL', () => {
  let schema: OwnSchema;
  let database: Database;
  beforeAll(async () => {
    schema = await createOwnSchema();
    database = await schema.open();
  });
  afterAll(async () => {
    await database.onShutdown();
    await schema.drop();
  });

  describeNotesStore('PostgreSQL', async (options) => {
    await database.kysely.deleteFrom('notes').execute();
    return new DatabaseNotesStore(database, options);
  });

  it('two services on one database show one list of notes, with pools of two connections each', async () => {
    await database.kysely.deleteFrom('notes').execute();
    const url = new URL(schema.url);
    url.searchParams.set('application_name', schema.name);
    const env = {
      DATABASE_URL: url.href,
      DATABASE_POOL_SIZE: '2',
      AUTH_SECRET: 'a secret for tests, of at least 32 characters',
    };
    const [one, other] = await Promise.all([startWholeService(env), startWholeService(env)]);
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
    const texts = Array.from({ length: 40 }, (_, index) => `note ${index}`);
    await Promise.all(texts.map((text, index) => (index % 2 ? one : other).send('POST', '/notes', { text })));
    for (const service of [one, other]) {
      const { body } = await service.send('GET', '/notes');
      expect((body as unknown as string[]).toSorted()).toEqual(texts.toSorted());
    }
    const [row] = await schema.query<{ connections: number }>(
      'select count(*)::int as connections from pg_stat_activity where application_name = $1',
      [schema.name],
    );
    expect(row!.connections).toBe(4);
  });
});
