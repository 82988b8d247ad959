import { webhook } from 'svckit/webhooks';
import { LedgerEntry } from '../ledger/ledger-schemas.js';
import { Note } from '../notes/notes-schemas.js';
import { TaggedUser } from '../users/users-schemas.js';

export const userCreated = webhook('user.created', { payload: TaggedUser, description: 'A user was created.' });
export const noteCreated = webhook('note.created', { payload: Note, description: 'A note was created.' });
export const entryCreated = webhook('ledger.entry.created', {
  payload: LedgerEntry,
  description: 'An entry was added to the ledger. Transfers are no events.',
});

/** The events of the service. Its users, notes and ledger belong to everybody, so that every account may listen. */
export const webhooks = [userCreated, noteCreated, entryCreated];
