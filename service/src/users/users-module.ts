import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { UsersController } from './users-controller.js';
import { ServiceEventsModule } from '../webhooks/service-events.js';
import { UsersStore } from './users-store.js';

@Module({
  imports: [ServiceEventsModule],
  controllers: [UsersController],
  providers: [provide(UsersStore, { useFactory: (database) => new UsersStore(database), inject: [Database] })],
})
export class UsersModule {}
