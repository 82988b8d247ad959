import { added, change, operation, reshape, type VersionEntry } from 'svckit';
import { z } from 'zod';
import { NotesController } from '../notes/notes-controller.js';
import { NoteList } from '../notes/notes-schemas.js';
import { UsersController } from '../users/users-controller.js';
import { UserQuery } from '../users/users-schemas.js';
import { Note, TaggedUser, UserPage } from './2.shapes.js';

const User = z
  .object({ id: z.int().min(1), name: z.string() })
  .meta({ id: 'User', description: 'A user.', examples: [{ id: 1, name: 'Ada Lovelace' }] });

const userTags = change({
  title: 'Users show their tags',
  description: 'Version 1 takes the `tags` of a new user and does not show them.',
  schemas: [reshape(TaggedUser, { before: User, down: ({ id, name }) => ({ id, name }) })],
});

const userPages = change({
  title: 'Users come in pages',
  description: 'Pass `nextCursor` of an answer as `cursor` to continue from there; on the last page it is null.',
  schemas: [
    reshape(UserPage, { before: z.array(TaggedUser), down: ({ items }) => items }),
    added(UserQuery, { cursor: undefined }),
  ],
  operations: [
    operation(() => UsersController, 'list', {
      before: {
        doc: { description: 'Users whose name contains `q`, in the order in which they were created.' },
      },
    }),
  ],
});

const wholeNotes = change({
  title: 'Notes have an id and a time',
  description: 'The list of notes was a list of their texts.',
  schemas: [
    reshape(Note, { before: z.object({ text: z.string() }), down: ({ text }) => ({ text }) }),
    reshape(NoteList, { before: z.array(z.string()), down: (notes) => notes.map(({ text }) => text) }),
  ],
  operations: [
    operation(() => NotesController, 'list', {
      before: { doc: { description: 'The texts of the newest thousand notes, oldest first.' } },
    }),
  ],
});

/** UserQuery and NoteList have no id, so they are those of the handlers. */
export const v2 = {
  version: '2',
  released: '2026-09-01',
  changes: [userTags, userPages, wholeNotes],
} satisfies VersionEntry;
