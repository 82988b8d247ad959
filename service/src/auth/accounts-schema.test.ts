import { expect, test } from 'vitest';
import { openTemporaryDatabase } from '../testing/temporary-database.js';
import { findMissingTables } from './find-missing-tables.js';

test('our migration makes what better-auth would make', async () => {
  expect(await findMissingTables(await openTemporaryDatabase())).toEqual('');
});

test('a missing column is found', async () => {
  const database = await openTemporaryDatabase();
  await database.sql`alter table auth_sessions drop column data`.execute(database.kysely);
  expect(await findMissingTables(database)).toContain('"data"');
});
