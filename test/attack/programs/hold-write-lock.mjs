// Holds the write lock of a SQLite file until it is killed.
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.argv[2], { timeout: 10_000 });
database.exec('begin immediate');
process.stdout.write('held\n');
// A handle that nothing refers to would be collected, and the lock with it.
setInterval(() => database.isTransaction, 60_000);
