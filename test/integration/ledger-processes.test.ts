import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildProgram } from '../../service/src/testing/build-test-program.js';
import { killBetweenLegs } from '../../service/src/testing/kill-between-legs.js';
import { LedgerStore } from '../../service/src/ledger/ledger-store.js';
import { runTogether } from '../../service/src/testing/run-together.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('on PostgreSQL', () => {
  it('a transfer whose process is killed between its two entries a hundred times has written nothing', async () => {
    const schema = await createOwnSchema();
    onTestFinished(() => schema.drop());
    const database = await schema.open();
    onTestFinished(() => database.onShutdown());
    const store = new LedgerStore(database);
    await store.create({ memo: 'opening', amount: 1_000 });

    const program = await buildProgram(
      `export * from ${JSON.stringify(join(import.meta.dirname, '../../service/src/testing/hanging-transfer.ts'))};`,
    );
    const runs = Array.from({ length: 100 }, (_, round) => [
      round % 2 === 0 ? 'transfer' : 'transferSync',
      tmpdir(),
      schema.url,
    ]);
    await killBetweenLegs(program, runs);

    const rows = await schema.query(
      'select count(*)::integer as entries, sum(amount)::integer as total from ledger_entries',
    );
    expect(rows).toEqual([{ entries: 1, total: 1_000 }]);
    expect(await store.transfer({ from: 'a', to: 'b', amount: 7 })).toEqual({ balance: 1_000, rows: 3 });
  }, 600_000);

  it('several processes that write at once leave one ledger, with the right count and balance', async () => {
    const schema = await createOwnSchema();
    onTestFinished(() => schema.drop());
    const program = await buildProgram(
      `export * from ${JSON.stringify(join(import.meta.dirname, '../../service/src/testing/busy-writer.ts'))};`,
    );
    await runTogether(3, program, [tmpdir(), schema.url]);

    const rows = await schema.query(
      'select count(*)::integer as entries, sum(amount)::integer as total from ledger_entries',
    );
    expect(rows).toEqual([{ entries: 3 * 50 * 5, total: 3 * 50 * 3 }]);
    const database = await schema.open();
    onTestFinished(() => database.onShutdown());
    expect(await new LedgerStore(database).transfer({ from: 'a', to: 'b', amount: 1 })).toEqual({
      balance: 450,
      rows: 752,
    });
  });
});
