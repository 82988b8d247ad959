import { ApiDoc, Controller, Get, inject, type Input, Post } from 'svckit';
import { z } from 'zod';
import { created, setLocation } from '../created.js';
import { CreateNote, Note } from './notes-schemas.js';
import { NotesStore } from './notes-store.js';

const list = { response: z.array(Note) };
const create = { body: CreateNote, response: { 201: created(Note) } };

/** Notes as version 2 shows them: with a number and a time. */
@ApiDoc({ tags: ['Notes'] })
@Controller('notes', { version: '2' })
export class NotesV2Controller {
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
}
