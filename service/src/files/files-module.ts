import { Module, provide } from 'svckit';
import { ServiceSecret } from '../configuration/service-secret.js';
import { SETTINGS } from '../configuration/settings.js';
import { createFileStore } from './create-file-store.js';
import { FILE_STORE } from './file-store-token.js';
import { FilesController } from './files-controller.js';
import { PatternWorker } from './pattern-worker.js';
import { PresignedAddresses } from './presigned-addresses.js';
import { PresignedFilesController } from './presigned-files-controller.js';
import { RawFilesController } from './raw-files-controller.js';

const path = '/api/files/presigned';

/** Files in the data folder or a bucket, and presigned addresses for them. */
@Module({
  controllers: [FilesController, RawFilesController, PresignedFilesController],
  providers: [
    provide(PresignedAddresses, {
      useFactory: ({ PUBLIC_URL = '' }, secret) =>
        new PresignedAddresses({
          signingKey: () => secret.derive('presigned files'),
          address: PUBLIC_URL.replace(/\/+$/, '') + path,
          now: Date.now,
        }),
      inject: [SETTINGS, ServiceSecret],
    }),
    provide(PatternWorker, { useFactory: () => new PatternWorker(250) }),
    provide(FILE_STORE, { useFactory: createFileStore, inject: [SETTINGS, PresignedAddresses] }),
  ],
})
export class FilesModule {}
