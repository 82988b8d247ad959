import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { UsersStore } from './users-store.js';
import { UsersV1Controller } from './users-v1-controller.js';
import { UsersV2Controller } from './users-v2-controller.js';

@Module({
  controllers: [UsersV1Controller, UsersV2Controller],
  providers: [provide(UsersStore, { useFactory: (database) => new UsersStore(database), inject: [Database] })],
})
export class UsersModule {}
