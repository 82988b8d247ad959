import { ApiDoc, Controller, Deprecated, Get, inject, type Input, Post, Version } from 'svckit';
import { z } from 'zod';
import { created, setLocation } from '../created.js';
import { CreateNote, Note, NoteList } from './notes-schemas.js';
import { NotesStore } from './notes-store.js';

const list = { response: NoteList };
const create = { body: CreateNote, response: { 201: created(Note) } };
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
  readonly #notes = inject(NotesStore);

  @ApiDoc({ summary: 'List notes', description: 'The newest thousand notes, oldest first.' })
  @Get('', list)
  list() {
    return [...this.#notes.list()];
  }

  @ApiDoc({ summary: 'Create a note', description: 'Kept in memory until the process ends.' })
  @Post('', create)
  create({ body, req, res }: Input<typeof create>) {
    setLocation({ req, res }, '.');
    return this.#notes.add(body.text);
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
