import { sqlUsageStore } from '@svckit/stores';
import type { LifecycleEvent, UsageCount } from 'svckit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mail } from '../mail/mail.js';
import { openTestDatabase } from '../testing/open-test-database.js';
import { LifecycleMailer } from './lifecycle-mailer.js';

const now = Date.UTC(2027, 1, 22);
const event: LifecycleEvent = {
  kind: 'sunset',
  id: 'one',
  version: '1',
  operations: ['GET /api/users', 'GET /api/notes'],
  at: '2027-03-01T00:00:00.000Z',
  until: null,
  sunset: '2027-03-01T00:00:00.000Z',
  daysLeft: 7,
  successor: '2',
  link: 'https://example.com/v1',
};
const count = (consumer: string, changes: Partial<UsageCount> = {}): UsageCount => ({
  version: '1',
  operation: 'GET /api/users',
  kind: 'caller',
  consumer,
  day: '2027-02-01',
  calls: 1,
  refused: 0,
  first: now,
  last: now,
  members: {},
  ...changes,
});

const { database, close } = await openTestDatabase();
const usage = sqlUsageStore(database.kysely);
afterAll(close);
beforeAll(async () => {
  const user = (id: string, emailVerified: boolean) => ({
    id,
    name: id,
    email: `${id}@example.com`,
    emailVerified: Number(emailVerified),
    image: null,
    createdAt: '2026-01-01',
    updatedAt: '2026-01-01',
  });
  const users = [user('ada', true), user('eve', false), user('old', true), user('new', true), user('bounce', true)];
  await database.kysely.insertInto('auth_users').values(users).execute();
  await usage.add({
    writer: 'a',
    sequence: 1,
    counts: [
      count('ada'),
      count('ada', { operation: 'GET /api/notes' }),
      count('ada', { operation: 'GET /api/health' }),
      count('eve'),
      count('bounce'),
      count('old', { last: now - 100 * 86_400_000 }),
      count('new', { version: '2' }),
      count('10.0.0.1', { kind: 'address' }),
    ],
  });
});

async function notify(given: LifecycleEvent) {
  const mails: Mail[] = [];
  const logged: string[] = [];
  const write = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const sender = {
    send: async (mail: Mail) => {
      if (mail.to.startsWith('bounce')) throw new Error('No such mailbox.');
      mails.push(mail);
    },
  };
  const failed: string[] = [];
  const deliver = async (recipient: string, send: () => unknown) => {
    try {
      await send();
      return true;
    } catch (error) {
      failed.push(`${recipient}: ${String(error)}`);
      return false;
    }
  };
  const log = { info: write, warn: write, error: write };
  await new LifecycleMailer({ database, usage, sender, log }).notify(given, { deliver });
  return { mails, logged, failed };
}

it('mails the accounts that called lately at confirmed addresses, and logs the others', async () => {
  const { mails, logged, failed } = await notify(event);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.com', 'Version 1 of the API goes away on 2027-03-01'],
  ]);
  expect(mails[0]!.text).toBe(
    [
      'Hello ada,',
      'Version 1 of the API goes away on 2027-03-01, and your account still calls it: GET /api/notes, GET /api/users.',
      'Use version 2 instead.',
      'Read how to move:\nhttps://example.com/v1',
      'GET /api/usage/mine lists your deprecated calls.\n',
    ].join('\n\n'),
  );
  expect(failed).toEqual(['bounce: Error: No such mailbox.']);
  expect(logged).toEqual([
    'Version 1 of the API goes away {"at":"2027-03-01T00:00:00.000Z","mailed":1,"others":3,"consumers":["address 10.0.0.1","caller bounce","caller eve"]}',
  ]);
});

it('says when a brownout begins and ends', async () => {
  const brownout = {
    ...event,
    kind: 'brownout',
    at: '2027-02-22T09:00:00.000Z',
    until: '2027-02-22T10:00:00.000Z',
  } as const;
  const { mails } = await notify({ ...brownout, daysLeft: 1, link: null });
  expect(mails[0]!.subject).toBe('Version 1 of the API pauses on 2027-02-22');
  expect(mails[0]!.text).toContain('does not answer from 2027-02-22 09:00 UTC to 2027-02-22 10:00 UTC');
  expect(mails[0]!.text).toContain('It goes away on 2027-03-01.');
});
