import { Module, provide } from 'svckit';
import { Database } from '../database/database.js';
import { LedgerController } from './ledger-controller.js';
import { LedgerStore } from './ledger-store.js';

@Module({
  controllers: [LedgerController],
  providers: [provide(LedgerStore, { useFactory: (database) => new LedgerStore(database), inject: [Database] })],
})
export class LedgerModule {}
