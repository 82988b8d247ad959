import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startTestService } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { UsersModule } from '../users/users-module.js';
import { LedgerModule } from './ledger-module.js';
import { describeLedgerRoutes } from './ledger-routes.suite.js';

describeLedgerRoutes('SQLite', () =>
  startTestService([ConfigurationModule, DatabaseModule, UsersModule, LedgerModule]),
);
