import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../src/service/database/temporary-database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { bundle, Process } from './start-process.js';

const password = 'correct horse battery';
const places = [
  ['one SQLite file', async () => {
    const folder = await makeTemporaryFolder();
    return { env: { DATA_DIR: folder.path, SHARED_STATE: 'database' }, remove: () => folder.remove() };
  }],
  ['PostgreSQL', async () => {
    const [schema, folder] = [await createOwnSchema(), await makeTemporaryFolder()];
    const env = { DATABASE_URL: schema.url, DATA_DIR: folder.path, AUTH_SECRET: 'the same secret on every machine' };
    return { env, remove: async () => { await schema.drop(); await folder.remove(); } };
  }],
] as const;

describe.each(places.filter(([name]) => name !== 'PostgreSQL' || testDatabaseUrl))('two processes on %s', (_name, prepare) => {
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

  const post = (url: string, path: string, body: unknown, token?: string) => fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const profile = async (url: string, token: string) => (await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
  const tokenOf = async (response: Response) => String(((await response.json()) as { token: unknown }).token);

  it('know a token of the other one at once, and refuse it within a second of its end, under traffic and after a pause', async () => {
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

  it('count guesses together', async () => {
    await post(here, '/sign-up/email', { name: 'Bob', email: 'bob@example.com', password });
    const statuses: number[] = [];
    for (let i = 0; i < 16; i += 1) statuses.push((await post(i % 2 === 0 ? here : elsewhere, '/sign-in/email', { email: 'bob@example.com', password: 'a guess' })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    // The process that did not make the tenth failure learns of the limit by its own next one.
    expect(statuses.slice(11)).toEqual(Array(5).fill(429));
  });
});
