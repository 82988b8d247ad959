import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Database } from './database.js';

/** A data folder that is gone when the test file, or the test that asks for it, has ended. */
export async function makeTemporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'svc-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** An open SQLite database in a folder of its own, closed and removed when the test has ended. */
export async function openTemporaryDatabase(): Promise<Database> {
  const folder = await makeTemporaryFolder();
  const database = new Database({ dataDir: folder.path });
  await database.onInit();
  onTestFinished(async () => {
    await database.onShutdown();
    await folder.remove();
  });
  return database;
}
