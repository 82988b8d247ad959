import { sqlUsageStore } from '@svckit/stores';
import { Module, provide, token, type UsageStore } from 'svckit';
import { Database } from '../database/database.js';

/** Where calls are counted. */
export const USAGE_STORE = token<UsageStore>('USAGE_STORE');

@Module({
  providers: [
    provide(USAGE_STORE, { useFactory: (database) => sqlUsageStore(() => database.kysely), inject: [Database] }),
  ],
})
export class UsageModule {}
