import { Database } from '../database/database.js';
import { makeTemporaryFolder } from './temporary-database.js';

/** One SQLite database for a whole test file; `close` removes it. */
export async function openTestDatabase(): Promise<{ database: Database; close: () => Promise<void> }> {
  const folder = await makeTemporaryFolder();
  const database = new Database({ dataDir: folder.path, durability: 'normal' });
  await database.onInit();
  const close = async () => {
    await database.onShutdown();
    await folder.remove();
  };
  return { database, close };
}
