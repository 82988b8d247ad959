import { Module, provide } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';
import type { Settings } from '../configuration/settings-schema.js';
import { Database } from '../database/database.js';
import { NOTES_STORE, NotesController } from './notes-controller.js';
import { ServiceEventsModule } from '../webhooks/service-events.js';
import { DatabaseNotesStore, MemoryNotesStore, type NotesStore } from './notes-store.js';

const options = { limit: 1_000, now: Date.now };

/** Several processes show one list: in the database that they share. */
const chooseNotes = ({ DATABASE_URL, SHARED_STATE }: Settings, database: Database): NotesStore =>
  DATABASE_URL !== undefined || SHARED_STATE === 'database'
    ? new DatabaseNotesStore(database, options)
    : new MemoryNotesStore(options);

export const provideNotes = provide(NOTES_STORE, { useFactory: chooseNotes, inject: [SETTINGS, Database] });

@Module({ imports: [ServiceEventsModule], controllers: [NotesController], providers: [provideNotes] })
export class NotesModule {}
