import { afterAll } from 'vitest';
import { Database } from '../database/database.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { describeLedgerStore } from './ledger-store.suite.js';

const folder = await makeTemporaryFolder();
afterAll(() => folder.remove());

describeLedgerStore('SQLite', async () => {
  const database = new Database({ dataDir: folder.path });
  await database.onInit();
  return database;
});
