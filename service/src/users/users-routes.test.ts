import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startTestService } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { UsersModule } from './users-module.js';
import { describeUsersRoutes } from './users-routes.suite.js';

describeUsersRoutes('SQLite', () => startTestService([ConfigurationModule, DatabaseModule, UsersModule]));
