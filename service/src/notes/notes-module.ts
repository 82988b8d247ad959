import { Module, provide } from 'svckit';
import { NotesController } from './notes-controller.js';
import { NotesStore } from './notes-store.js';

@Module({
  controllers: [NotesController],
  providers: [provide(NotesStore, { useFactory: () => new NotesStore({ limit: 1_000, now: Date.now }) })],
})
export class NotesModule {}
