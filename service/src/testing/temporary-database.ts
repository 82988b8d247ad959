import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Database } from '../database/database.js';

/** Creates a data folder; the caller removes it. */
export async function makeTemporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'svc-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The settings of a service whose data is in a folder that no test reads after a loss of power. */
export const ofTemporaryFolder = (path: string) => ({ DATA_DIR: path, DATABASE_DURABILITY: 'normal' }) as const;

/** Starts something on its own data folder, which is removed on close and on a failed start. */
export async function startInTemporaryFolder<T extends { close(): Promise<void> }>(
  start: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder();
  try {
    const started = await start(folder.path);
    return { ...started, close: () => started.close().then(folder.remove) };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** An open SQLite database in its own folder, closed and removed when the test ends. */
export async function openTemporaryDatabase(): Promise<Database> {
  const folder = await makeTemporaryFolder();
  const database = new Database({ dataDir: folder.path, durability: 'normal' });
  await database.onInit();
  onTestFinished(async () => {
    await database.onShutdown();
    await folder.remove();
  });
  return database;
}
