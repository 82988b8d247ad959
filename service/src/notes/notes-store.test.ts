import { afterAll } from 'vitest';
import { openTestDatabase } from '../testing/open-test-database.js';
import { describeNotesStore } from './notes-store.suite.js';
import { DatabaseNotesStore, MemoryNotesStore } from './notes-store.js';

describeNotesStore('memory', (options) => new MemoryNotesStore(options));

const { database, close } = await openTestDatabase();
afterAll(close);
describeNotesStore('SQLite', async (options) => {
  await database.kysely.deleteFrom('notes').execute();
  return new DatabaseNotesStore(database, options);
});
