import { z } from 'zod';
import { storableText } from '../database/storable-text.js';

export const CreateNote = z
  .object({ text: storableText(1, 10_000) })
  .meta({ id: 'CreateNote', examples: [{ text: 'Buy milk' }] });

export const Note = z
  .object({ id: z.int().min(1), text: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Note', examples: [{ id: 1, text: 'Buy milk', createdAt: '2026-11-01T08:00:00.000Z' }] });

/** Oldest first. */
export const NoteList = z.array(Note);

export type NoteRecord = Readonly<z.output<typeof Note>>;
