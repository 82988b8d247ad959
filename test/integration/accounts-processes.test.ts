import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { bundle, Process } from './start-process.js';
import { openTestRedis, redisUrl } from './test-redis.js';

const password = 'correct horse battery';
const places = [
  [
    'one SQLite file',
    async () => {
      const folder = await makeTemporaryFolder();
      return { env: { DATA_DIR: folder.path, SHARED_STATE: 'database' }, remove: () => folder.remove() };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const [schema, folder] = [await createOwnSchema(), await makeTemporaryFolder()];
      const env = { DATABASE_URL: schema.url, DATA_DIR: folder.path, AUTH_SECRET: 'the same secret on every machine' };
      return {
        env,
        remove: async () => {
          await schema.drop();
          await folder.remove();
        },
      };
    },
  ],
  [
    'Redis',
    async () => {
      const [redis, folder] = [openTestRedis(), await makeTemporaryFolder()];
      const env = { REDIS_URL: redisUrl, REDIS_PREFIX: redis.prefix, DATA_DIR: folder.path };
      return {
        env,
        remove: async () => {
          await redis.cleanUp();
          await folder.remove();
        },
      };
    },
  ],
] as const;

describe.each(places.filter(([name]) => name !== 'PostgreSQL' || testDatabaseUrl))(
  'two processes on %s',
  (_name, prepare) => {
    let place: Awaited<ReturnType<typeof prepare>>;
    const processes: Process[] = [];
    let here: string;
    let elsewhere: string;

    beforeAll(async () => {
      place = await prepare();
      const script = await bundle(new URL('processes/serve-whole-service.ts', import.meta.url));
      for (let i = 0; i < 2; i += 1) processes.push(new Process(script, [JSON.stringify(place.env)]));
      [here, elsewhere] = (await Promise.all(processes.map((process) => process.next<string>()))) as [string, string];
    });
    afterAll(async () => {
      await Promise.all(processes.map((process) => process.kill()));
      await place.remove();
    });

    const post = (url: string, path: string, body: unknown, token?: string) =>
      fetch(`${url}/api/auth${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
    const profile = async (url: string, token: string) =>
      (await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
    const tokenOf = async (response: Response) => String(((await response.json()) as { token: unknown }).token);

    it('accept each other’s tokens at once, and refuse one within a second of its end, under traffic and after a pause', async () => {
      await post(here, '/sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
      for (const pause of [0, 0, 0, 1_500]) {
        const token = await tokenOf(await post(here, '/sign-in/email', { email: 'ada@example.com', password }));
        expect(await profile(elsewhere, token)).toBe(200);
        await sleep(pause);
        expect((await post(here, '/sign-out', {}, token)).status).toBe(200);
        const ended = Date.now();
        expect(await profile(here, token)).toBe(401);
        while ((await profile(elsewhere, token)) !== 401) expect(Date.now() - ended).toBeLessThan(1_000);
      }
    });

    it('allow ten of fifty simultaneous guesses, however they are spread', async () => {
      await post(here, '/sign-up/email', { name: 'Bob', email: 'bob@example.com', password });
      const guess = (index: number) =>
        post(index % 2 === 0 ? here : elsewhere, '/sign-in/email', { email: 'bob@example.com', password: 'a guess' });
      const statuses = (await Promise.all(Array.from({ length: 50 }, (_, index) => guess(index)))).map(
        ({ status }) => status,
      );
      expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(40).fill(429)]);
      for (const url of [here, elsewhere])
        expect((await post(url, '/sign-in/email', { email: 'bob@example.com', password })).status).toBe(429);
    });

    it('accept every correct password, however many arrive at once', async () => {
      await post(here, '/sign-up/email', { name: 'Eve', email: 'eve@example.com', password });
      const statuses = await Promise.all(
        Array.from(
          { length: 20 },
          async (_, index) =>
            (await post(index % 2 === 0 ? here : elsewhere, '/sign-in/email', { email: 'eve@example.com', password }))
              .status,
        ),
      );
      expect(statuses).toEqual(Array(20).fill(200));
    });
  },
);
