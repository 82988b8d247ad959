import { Module, provide } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { ServiceSecret } from '../configuration/service-secret.js';
import { SETTINGS } from '../configuration/settings.js';
import { Database } from './database.js';
import { databaseOptions } from './database-options.js';
import { PageCursors } from './page-cursors.js';

/** The one database, and the cursors of the lists in it. */
@Module({
  providers: [
    provide(Database, {
      useFactory: (settings, logger) => new Database(databaseOptions(settings, (message) => logger.warn(message))),
      inject: [SETTINGS, LOGGER],
    }),
    provide(PageCursors, { useFactory: (secret) => new PageCursors(secret), inject: [ServiceSecret] }),
  ],
})
export class DatabaseModule {}
