import { sqlLifecycleStore, sqlUsageStore } from '@svckit/stores';
import { Module, provide, token, type LifecycleStore, type UsageStore } from 'svckit';
import { Database } from '../database/database.js';

/** Where calls are counted. */
export const USAGE_STORE = token<UsageStore>('USAGE_STORE');

/** Where delivered notices are kept. */
export const LIFECYCLE_STORE = token<LifecycleStore>('LIFECYCLE_STORE');

@Module({
  providers: [
    provide(USAGE_STORE, { useFactory: (database) => sqlUsageStore(() => database.kysely), inject: [Database] }),
    provide(LIFECYCLE_STORE, {
      useFactory: (database) => sqlLifecycleStore(() => database.kysely),
      inject: [Database],
    }),
  ],
})
export class UsageModule {}
