import { onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

/** The databases that processes share in a test: the name, whether it is here, and an empty one as an address, which goes with the test. */
export const databases = [
  [
    'SQLite',
    true,
    async () => {
      const folder = await makeTemporaryFolder();
      onTestFinished(folder.remove);
      return folder.path;
    },
  ],
  [
    'PostgreSQL',
    testDatabaseUrl !== undefined,
    async () => {
      const schema = await createOwnSchema();
      onTestFinished(schema.drop);
      return schema.url;
    },
  ],
] as const;
