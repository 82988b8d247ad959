import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runs } from '../property-runs.js';
import { buildProgram } from '../../service/src/testing/build-test-program.js';
import { Database } from '../../service/src/database/database.js';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { killBetweenLegs } from '../../service/src/testing/kill-between-legs.js';
import { LedgerStore } from '../../service/src/ledger/ledger-store.js';
import { runTogether } from '../../service/src/testing/run-together.js';

it('a transfer whose process is killed between its two entries, time and again, has written nothing', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const database = new Database({ dataDir: folder.path });
  await database.onInit();
  onTestFinished(() => database.onShutdown());
  const store = new LedgerStore(database);
  await store.create({ memo: 'opening', amount: 1_000 });

  const program = await buildProgram(
    `export * from ${JSON.stringify(join(import.meta.dirname, '../../service/src/testing/hanging-transfer.ts'))};`,
  );
  await killBetweenLegs(
    program,
    Array.from({ length: runs(10).numRuns }, (_, round) => [
      round % 2 === 0 ? 'transfer' : 'transferSync',
      folder.path,
    ]),
  );

  const { sql, kysely } = database;
  const { rows } = await sql`select count(*) as entries, sum(amount) as total from ledger_entries`.execute(kysely);
  expect(rows).toEqual([{ entries: 1, total: 1_000 }]);
  expect(await store.transfer({ from: 'a', to: 'b', amount: 7 })).toEqual({ balance: 1_000, rows: 3 });
}, 600_000);

it('several processes that write at once leave one ledger, with the right count and balance', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const program = await buildProgram(
    `export * from ${JSON.stringify(join(import.meta.dirname, '../../service/src/testing/busy-writer.ts'))};`,
  );
  await runTogether(3, program, [folder.path]);

  const database = new Database({ dataDir: folder.path });
  await database.onInit();
  onTestFinished(() => database.onShutdown());
  const { sql, kysely } = database;
  const { rows } = await sql`select count(*) as entries, sum(amount) as total from ledger_entries`.execute(kysely);
  expect(rows).toEqual([{ entries: 3 * 50 * 5, total: 3 * 50 * 3 }]);
  expect(await new LedgerStore(database).transfer({ from: 'a', to: 'b', amount: 1 })).toEqual({
    balance: 450,
    rows: 752,
  });
});
