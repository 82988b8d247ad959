import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { LedgerController } from './ledger-controller.js';
import { ServiceEventsModule } from '../webhooks/service-events.js';
import { LedgerStore } from './ledger-store.js';

@Module({
  imports: [ServiceEventsModule],
  controllers: [LedgerController],
  providers: [provide(LedgerStore, { useFactory: (database) => new LedgerStore(database), inject: [Database] })],
})
export class LedgerModule {}
