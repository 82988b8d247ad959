import { Controller, Deprecated, Get, HttpError, inject, type Input, Module, Post, provide } from 'svckit';
import { z } from 'zod';
import { created, setLocation } from '../created.js';
import { idParameters } from '../database/page-query.js';
import { Database } from '../database/database.js';
import { CreateNote } from '../notes/notes-schemas.js';
import { NOTES_STORE } from '../notes/notes-controller.js';
import { MemoryNotesStore } from '../notes/notes-store.js';
import { changeUnavailable, databaseUnavailable, NotFound, Problem } from '../problem-schemas.js';
import { CreateUser, type TaggedUser, UserQuery } from '../users/users-schemas.js';
import { UsersStore } from '../users/users-store.js';

const User = z.object({ id: z.int().min(1), name: z.string() });

const listNotes = { response: { 200: z.array(z.string()), 503: databaseUnavailable } };
const createNote = {
  body: CreateNote,
  response: { 201: created(z.object({ text: z.string() })), 503: changeUnavailable },
};
const whoami = { response: z.object({ address: z.string() }) };

/** Notes as version 1 shows them: their texts. */
@Controller('notes', { version: '1' })
class NotesV1Controller {
  readonly #notes = inject(NOTES_STORE);

  @Get('', listNotes)
  async list() {
    return (await this.#notes.list()).map(({ text }) => text);
  }

  @Post('', createNote)
  async create({ body, req, res }: Input<typeof createNote>) {
    const { text } = await this.#notes.add(body.text);
    setLocation({ req, res }, '.');
    return { text };
  }

  @Deprecated({ since: '2026-09-01', sunset: '2027-03-01', link: '/api/docs?version=2' })
  @Get('whoami', whoami)
  whoami({ address }: Input<typeof whoami>) {
    return { address };
  }
}

const query = UserQuery.omit({ cursor: true });
const listUsers = { query, response: { 200: z.array(User), 503: databaseUnavailable } };
const createUser = { body: CreateUser, response: { 201: created(User), 409: Problem, 503: changeUnavailable } };
const one = { params: idParameters, response: { 200: User, 404: NotFound, 503: databaseUnavailable } };

/** Users as version 1 shows them: id and name. */
@Controller('users', { version: '1' })
class UsersV1Controller {
  readonly #users = inject(UsersStore);

  @Get('', listUsers)
  async list({ query: search }: Input<typeof listUsers>) {
    const { users } = await this.#users.search({ ...search, after: undefined });
    return users.map(withoutTags);
  }

  @Post('', createUser)
  async create({ body, req, res }: Input<typeof createUser>) {
    const user = await this.#users.create(body);
    if (!user)
      throw new HttpError(409, `The name ${JSON.stringify(body.name)} is taken. Choose another.`, {
        code: 'user-name-taken',
      });
    setLocation({ req, res }, String(user.id));
    return withoutTags(user);
  }

  @Get(':id', one)
  async one({ params: { id } }: Input<typeof one>) {
    const user = await this.#users.find(id);
    if (!user) throw new HttpError(404, `Unknown user ${id}.`, { code: 'user-not-found' });
    return withoutTags(user);
  }
}

function withoutTags({ id, name }: TaggedUser) {
  return { id, name };
}

/** Users and notes of version 1 by controllers that were copied by hand: what the changes of version 2 replaced. */
@Module({
  controllers: [NotesV1Controller, UsersV1Controller],
  providers: [
    provide(NOTES_STORE, { useFactory: () => new MemoryNotesStore({ limit: 1_000, now: Date.now }) }),
    provide(UsersStore, { useFactory: (database) => new UsersStore(database), inject: [Database] }),
  ],
})
export class HandCopiedModule {}
