import { afterAll } from 'vitest';
import { Database } from '../database/database.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { describeUsersStore } from './users-store.suite.js';

const folder = await makeTemporaryFolder();
afterAll(() => folder.remove());

describeUsersStore('SQLite', async () => {
  const database = new Database({ dataDir: folder.path });
  await database.onInit();
  return database;
});
