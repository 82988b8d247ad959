import { Database } from '../database/database.js';
import { LedgerStore } from '../ledger/ledger-store.js';

const [dataDir, databaseUrl] = process.argv.slice(2);

/** One of several processes that write to one ledger at once. */
const database = new Database({ dataDir: dataDir!, databaseUrl, timeoutMs: 60_000 });
await database.onInit();
const store = new LedgerStore(database);
await Promise.all(
  Array.from({ length: 50 }, async (_, index) => {
    await store.create({ memo: 'own', amount: 3 });
    await store.transfer({ from: 'a', to: 'b', amount: index + 1 });
    await store.transferSync({ from: 'a', to: 'b', amount: index + 1 });
    await store.delete((await store.create({ memo: 'short-lived', amount: 7 })).id);
  }),
);
await database.onShutdown();
