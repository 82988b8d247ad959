import { Module, provide } from 'svckit';
import { NotesStore } from './notes-store.js';
import { NotesV1Controller } from './notes-v1-controller.js';
import { NotesV2Controller } from './notes-v2-controller.js';

@Module({
  controllers: [NotesV1Controller, NotesV2Controller],
  providers: [provide(NotesStore, { useFactory: () => new NotesStore({ limit: 1_000, now: Date.now }) })],
})
export class NotesModule {}
