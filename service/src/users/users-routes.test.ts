import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startTestService } from '../configuration/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { UsersModule } from './users-module.js';
import { describeUsersRoutes } from './users-routes-suite.js';

describeUsersRoutes('SQLite', () => startTestService([ConfigurationModule, DatabaseModule, UsersModule]));
