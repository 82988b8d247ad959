import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { Database } from '../database/database.js';
import { LedgerStore } from '../ledger/ledger-store.js';

const [method, dataDir, databaseUrl] = process.argv.slice(2);

const database = new Database({ dataDir: dataDir!, databaseUrl });
await database.onInit();
await once(process.stdin, 'data');

/** Reports that it hangs, then never continues: the reader kills this process. */
function hang(): void {
  writeSync(1, 'between the legs\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

await new LedgerStore(database)[method as 'transfer' | 'transferSync']({ from: 'a', to: 'b', amount: 400 }, hang);
