import { expect, test } from 'vitest';
import { openTemporaryDatabase } from '../testing/temporary-database.js';
import { sweepExpired } from './sweep-expired.js';

test('sessions and links that are over are swept, others stay', async () => {
  const database = await openTemporaryDatabase();
  const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
  const times = { createdAt: at(1), updatedAt: at(1) };
  await database.kysely
    .insertInto('auth_users')
    .values({ id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: 1, image: null, ...times })
    .execute();
  for (const day of [20, 22]) {
    await database.kysely
      .insertInto('auth_sessions')
      .values({
        id: `session ${day}`,
        token: `token ${day}`,
        userId: 'ada',
        expiresAt: at(day),
        ipAddress: null,
        userAgent: null,
        data: null,
        ...times,
      })
      .execute();
    await database.kysely
      .insertInto('auth_verifications')
      .values({ id: `link ${day}`, identifier: 'x', value: 'y', expiresAt: at(day), ...times })
      .execute();
  }
  await sweepExpired(database, new Date(at(21)));
  const left = await Promise.all(
    (['auth_sessions', 'auth_verifications'] as const).map((table) =>
      database.kysely.selectFrom(table).select('id').execute(),
    ),
  );
  expect(left).toEqual([[{ id: 'session 22' }], [{ id: 'link 22' }]]);
});
