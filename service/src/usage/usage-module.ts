import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { DatabaseUsageStore } from './database-usage-store.js';

@Module({
  providers: [
    provide(DatabaseUsageStore, {
      useFactory: (database) => new DatabaseUsageStore({ database }),
      inject: [Database],
    }),
  ],
})
export class UsageModule {}
