import { Database } from '../database/database.js';
import type { Durability } from '../database/open-database.js';
import { LedgerStore } from '../ledger/ledger-store.js';

const [dataDir, durability, count] = process.argv.slice(2);

/** Makes transfers one after the other, so that each is acknowledged before the next. */
const database = new Database({ dataDir: dataDir!, durability: durability as Durability });
await database.onInit();
const store = new LedgerStore(database);
for (let index = 0; index < Number(count); index += 1) await store.transfer({ from: 'a', to: 'b', amount: index + 1 });
await database.onShutdown();
