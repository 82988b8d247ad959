import { ApiDoc, Controller, Deprecated, Get, inject, type Input, Post, token, Version } from 'svckit';
import { z } from 'zod';
import { created, setLocation } from '../created.js';
import { changeUnavailable, databaseUnavailable } from '../problem-schemas.js';
import { CreateNote, Note, NoteList } from './notes-schemas.js';
import type { NotesStore } from './notes-store.js';
import { noteCreated } from '../webhooks/events.js';
import { ServiceEvents } from '../webhooks/service-events.js';

/** Where notes are kept. */
export const NOTES_STORE = token<NotesStore>('NOTES_STORE');

const list = { response: { 200: NoteList, 503: databaseUnavailable } };
const create = { body: CreateNote, response: { 201: created(Note), 503: changeUnavailable } };
const whoami = {
  response: z.object({
    address: z
      .string()
      .describe('IPv4 or IPv6.')
      .meta({ examples: ['203.0.113.7'] }),
  }),
};

@ApiDoc({ tags: ['Notes'] })
@Controller('notes')
export class NotesController {
  readonly #notes = inject(NOTES_STORE);
  readonly #events = inject(ServiceEvents);

  @ApiDoc({ summary: 'List notes', description: 'The newest thousand notes, oldest first.' })
  @Get('', list)
  async list(_input: Input<typeof list>) {
    return [...(await this.#notes.list())];
  }

  @ApiDoc({
    summary: 'Create a note',
    description: 'Kept in PostgreSQL where DATABASE_URL is set, else in memory until the process ends.',
  })
  @Post('', create)
  async create({ body, req, res }: Input<typeof create>) {
    const note = await this.#notes.add(body.text, (one, transaction) =>
      this.#events.publish(noteCreated, one, transaction),
    );
    setLocation({ req, res }, '.');
    return note;
  }

  @ApiDoc({
    summary: 'The caller’s address',
    description: 'As the trusted proxy reports it, else the socket’s. Version 2 has no such route.',
  })
  @Deprecated({ since: '2026-09-01', sunset: '2027-03-01', link: '/api/docs?version=2' })
  @Version({ until: '1' })
  @Get('whoami', whoami)
  whoami({ address }: Input<typeof whoami>) {
    return { address };
  }
}
