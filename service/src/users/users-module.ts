import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { UsersController } from './users-controller.js';
import { UsersStore } from './users-store.js';

@Module({
  controllers: [UsersController],
  providers: [provide(UsersStore, { useFactory: (database) => new UsersStore(database), inject: [Database] })],
})
export class UsersModule {}
