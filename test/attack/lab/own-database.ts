import { createOwnSchema, testDatabaseUrl } from '../../integration/database-in-own-schema.js';
import { type Context, Skipped } from '../scenario.js';

/** A secret for services that share a database. */
export const secret = 'a secret for attacks, of at least 32 characters';

/** The settings of a service on a PostgreSQL schema of its own, which is dropped when the scenario ends. */
export async function postgresSettings(context: Context): Promise<Record<string, string>> {
  if (!testDatabaseUrl) throw new Skipped('TEST_DATABASE_URL is not set');
  const schema = await createOwnSchema();
  context.onEnd(() => schema.drop());
  return { DATABASE_URL: schema.url, AUTH_SECRET: secret };
}
