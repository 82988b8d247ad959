import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { ReportsController } from './reports-controller.js';
import { ReportsStore } from './reports-store.js';

@Module({
  controllers: [ReportsController],
  providers: [provide(ReportsStore, { useFactory: (database) => new ReportsStore(database), inject: [Database] })],
})
export class ReportsModule {}
