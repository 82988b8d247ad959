import { sqlUsageStore } from '@svckit/stores';
import { Controller, createApp, defineVersions, Get, Module } from 'svckit';
import { Database } from '../../../service/src/database/database.js';

// Arguments: the address of the database (a folder for SQLite). Answers until it is killed or asked to stop; prints its address.
const [address = ''] = process.argv.slice(2);

@Controller('users')
class UsersController {
  @Get() list() {
    return [];
  }
}
@Module({ controllers: [UsersController] })
class Root {}

const database = new Database(
  address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
);
await database.onInit();
const app = await createApp(Root, {
  versioning: { type: 'uri', versions: defineVersions(['1', '2']) },
  authenticate: ({ headers }) => ({ id: String(headers['x-user']), roles: [] }),
  usage: { store: sqlUsageStore(database.kysely) },
});
process.once('SIGTERM', async () => {
  await app.close();
  await database.onShutdown();
});
console.log(JSON.stringify(await app.listen()));
