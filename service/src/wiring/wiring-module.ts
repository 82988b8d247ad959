import { APP_STATE, Module, provide } from 'svckit';
import { FLAGS } from './flags.js';
import { ConfiguredRevision, Revision } from './revision.js';
import { STARTED_AT } from './started-at.js';
import { WiringController } from './wiring-controller.js';

/** One provider of each shape. */
@Module({
  controllers: [WiringController],
  providers: [
    provide(FLAGS, { useValue: Object.freeze({ streamedListings: true, heicIsHevc: true }) }),
    provide(Revision, { useClass: ConfiguredRevision }),
    provide(STARTED_AT, { useFactory: ({ startedAt }) => new Date(startedAt).toISOString(), inject: [APP_STATE] }),
  ],
})
export class WiringModule {}
