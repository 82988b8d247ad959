import { afterAll, expect, inject, it } from 'vitest';
import { openLogin } from './login-server.js';
import { openDatabase } from './own-database.js';
import type { Environment } from './page-shell.js';
import { pages, readPage } from './read-page.js';
import { isProgram, matching, runPage } from './run-page.js';

/** Pages that another test follows: test/tutorial.test.ts, and test/command/gateway.test.ts. */
const followedElsewhere = ['docs/versions-as-changes.md', 'docs/gateway.md'];

const database = await openDatabase();
afterAll(() => database?.drop());

/** Variables of the environment that a page needs; null where this machine cannot follow it. */
const environments: Readonly<Record<string, Environment | null>> = {
  'docs/authentication.md': await openLogin(),
  'docs/databases.md': database?.environment ?? null,
  // No database listens there.
  'docs/health.md': { PGPORT: '1' },
};

const followed = pages.filter((page) => {
  const blocks = readPage(page);
  return (
    blocks.some(isProgram) && blocks.some(({ language }) => language === 'console') && !followedElsewhere.includes(page)
  );
});

it.each(followed)('the commands of %s print what it shows', async (page) => {
  const { [page]: environment = {} } = environments;
  if (environment === null)
    return void process.stderr.write(`TEST_DATABASE_URL is not set: ${page} is not followed.\n`);
  const shown = await runPage(page, { workFolder: inject('workFolder'), command: inject('command'), environment });
  expect(shown.length).toBeGreaterThan(0);
  for (const { place, said, printed } of shown) expect(printed, place).toMatch(matching(said));
});
