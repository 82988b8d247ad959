import { ApiDoc, Controller, Get, inject, type Input, Post } from 'svckit';
import { z } from 'zod';
import { created, setLocation } from '../created.js';
import { idParameters } from '../database/page-query.js';
import { databaseUnavailable, NotFound, Problem } from '../problem-schemas.js';
import { CreateUser, type TaggedUser, User, searchQuery } from './users-schemas.js';
import { takenName, unknownUser } from './users-refusals.js';
import { UsersStore } from './users-store.js';

const list = { query: searchQuery, response: { 200: z.array(User), 503: databaseUnavailable } };
const create = { body: CreateUser, response: { 201: created(User), 409: Problem, 503: databaseUnavailable } };
const one = { params: idParameters, response: { 200: User, 404: NotFound, 503: databaseUnavailable } };

/** Users as version 1 shows them: id and name. */
@ApiDoc({ tags: ['Users'] })
@Controller('users', { version: '1' })
export class UsersV1Controller {
  readonly #users = inject(UsersStore);

  @ApiDoc({
    summary: 'Search users',
    description: 'Users whose name contains `q`, in the order in which they were created.',
  })
  @Get('', list)
  async list({ query }: Input<typeof list>) {
    const { users } = await this.#users.search(query);
    return users.map(withoutTags);
  }

  @ApiDoc({ summary: 'Create a user', description: 'A name that is taken is rejected with 409.' })
  @Post('', create)
  async create({ body, req, res }: Input<typeof create>) {
    const user = await this.#users.create(body);
    if (!user) throw takenName(body.name);
    setLocation({ req, res }, String(user.id));
    return withoutTags(user);
  }

  @ApiDoc({ summary: 'Read a user', description: 'One user by id.' })
  @Get(':id', one)
  async one({ params: { id } }: Input<typeof one>) {
    const user = await this.#users.find(id);
    if (!user) throw unknownUser(id);
    return withoutTags(user);
  }
}

function withoutTags({ id, name }: TaggedUser) {
  return { id, name };
}
