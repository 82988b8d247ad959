import { copyFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, same } from './client.mjs';
import { openOutbox } from './outbox.mjs';
import { startService } from './service.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const title = (text) => process.stdout.write(`\n${text}\n`);
const people = ['ada', 'bob', 'carol'];
const first = { version: '1' };
const second = { version: '2' };

/** The end of version 1, on one database, while the clock goes from January to April. */
export async function retire(folder) {
  await symlink(here('../../node_modules'), join(folder, 'node_modules'), 'dir');
  await copyFile(here('retiring.config.mjs'), join(folder, 'svc.config.mjs'));
  const outbox = openOutbox(join(folder, 'outbox'));
  const tokens = {};

  /** Serves on a date while `work` runs, and then, when every call is in the database, runs a command. */
  async function on(date, heading, work, command = null, expect = 0) {
    title(`${date}: ${heading}`);
    const settings = { NODE_ENV: 'development', LOG_LEVEL: 'warn' };
    const service = await startService(folder, settings, [], [], ['--as-of', date]);
    const client = createClient(service.url);
    const call = (name, options) => client.get('/api/users', { token: tokens[name], note: name, ...options });
    try {
      await work({ client, call });
    } catch (error) {
      throw new Error(`${error.message}\n${service.log()}`, { cause: error });
    } finally {
      await service.stop();
    }
    return command && service.run(command, expect);
  }

  await on(
    '2027-01-10',
    'three consumers call version 1',
    async ({ client, call }) => {
      for (const name of people) {
        const email = `${name}@example.com`;
        const { body } = await client.post('/api/auth/sign-up/email', { name, email, password: 'correct horse' });
        tokens[name] = body.token;
        if (name !== 'carol')
          await client.get(await outbox.linkTo(email, 'Confirm your e-mail address'), { expect: 302 });
        const { headers } = await call(name, first);
        same('Sunset', headers.get('sunset'), 'Mon, 01 Mar 2027 00:00:00 GMT');
      }
    },
    ['usage', '--api-version', '1', '--operation', 'GET /api/users'],
  );

  await on('2027-01-20', 'Ada looks at what she calls, and moves', async ({ client, call }) => {
    const { body } = await client.get('/api/usage/mine', { token: tokens.ada });
    const [{ operation, sunset, successor }] = body.deprecated;
    same('the call', [operation, sunset.slice(0, 10), successor.version], ['GET /api/users', '2027-03-01', '2']);
    await call('ada', second);
    await call('bob', first);
  });

  await on('2027-02-01', 'a mail reaches Bob; Carol has not confirmed an address', async ({ call }) => {
    await outbox.linkTo('bob@example.com', 'Version 1 of the API goes away on 2027-03-01');
    await call('bob', second);
    await call('carol', first);
  });

  await on(
    '2027-02-28T03:00Z',
    'a brownout finds the forgotten one',
    async ({ call }) => {
      const { body, headers } = await call('carol', { ...first, expect: 503 });
      same('the code', body.code, 'api-version-brownout');
      same('Retry-After', Number(headers.get('retry-after')) > 12 * 3600, true);
      await call('carol', second);
    },
    ['usage', '--api-version', '1', '--since', '2027-02-28'],
  );

  await on(
    '2027-03-02',
    'version 1 is gone',
    async ({ call }) => {
      const { body, headers } = await call('carol', { ...first, expect: 410 });
      same('the successor', [body.code, body.successor], ['api-version-retired', '2']);
      same('Link', headers.get('link').split(',')[0], '</api/users>; rel="successor-version"');
    },
    ['retire', '1', '--quiet-days', '30', '--as-of', '2027-03-10'],
    1,
  );

  const printed = await on(
    '2027-04-05',
    'nobody has called it for thirty days',
    async ({ call }) => {
      for (const name of people) await call(name, second);
    },
    ['retire', '1', '--quiet-days', '30', '--as-of', '2027-04-05'],
  );
  same('a change to delete', printed.includes('Users come in pages'), true);

  const evidence = JSON.parse(await readFile(join(folder, 'contracts/retired/1.json'), 'utf8'));
  const { apiVersion, retiredOn, quietDays, refused } = evidence;
  same(
    'the evidence',
    { apiVersion, retiredOn, quietDays, refused },
    { apiVersion: '1', retiredOn: '2027-04-05', quietDays: 30, refused: 2 },
  );
}
