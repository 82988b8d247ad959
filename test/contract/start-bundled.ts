import { grantRole } from '../../service/src/auth/administer-users.js';
import { startWholeService } from '../../service/src/testing/start-whole-service.js';
import { createOwnSchema, testDatabaseUrl } from '../integration/database-in-own-schema.js';

/** The databases that the bundled service is tested on. */
export const databases: readonly Database[] = testDatabaseUrl ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

export type Database = 'SQLite' | 'PostgreSQL';

/** The bundled service, and the headers of a caller with every role. `renew` gives them a new session, `keepSignedIn` only when theirs has ended. */
export async function startBundled(database: Database) {
  const schema = database === 'PostgreSQL' ? await createOwnSchema() : null;
  const service = await startWholeService(
    schema ? { DATABASE_URL: schema.url, AUTH_SECRET: 'a secret for tests, of at least 32 characters' } : {},
  );
  const headers: Record<string, string> = {};
  let callers = 0;
  const renew = async () => {
    const email = `contract${++callers}@example.com`;
    headers.authorization = `Bearer ${await service.signUp(email, `192.0.2.${callers % 250}`)}`;
    for (const role of ['admin', 'editor']) await grantRole(service.settings, email, role, { unverified: true });
  };
  await renew();
  const keepSignedIn = async () => {
    const session = await fetch(`${service.url}/api/auth/get-session`, { headers });
    if ((await session.text()) === 'null') await renew();
  };
  const close = async () => {
    await service.close();
    await schema?.drop();
  };
  return { url: service.url, routes: service.app.routes, log: service.log, headers, renew, keepSignedIn, close };
}
