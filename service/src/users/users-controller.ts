import { ApiDoc, Controller, Get, HttpError, inject, type Input, Post } from 'svckit';
import { PageCursors } from '../database/page-cursors.js';
import { created, setLocation } from '../created.js';
import { idParameters } from '../database/page-query.js';
import { changeUnavailable, databaseUnavailable, NotFound, Problem } from '../problem-schemas.js';
import { CreateUser, TaggedUser, UserPage, UserQuery } from './users-schemas.js';
import { UsersStore } from './users-store.js';
import { userCreated } from '../webhooks/events.js';
import { ServiceEvents } from '../webhooks/service-events.js';

const list = { query: UserQuery, response: { 200: UserPage, 503: databaseUnavailable } };
const create = { body: CreateUser, response: { 201: created(TaggedUser), 409: Problem, 503: changeUnavailable } };
const one = { params: idParameters, response: { 200: TaggedUser, 404: NotFound, 503: databaseUnavailable } };

const walk = { list: 'users', order: 'asc' } as const;

@ApiDoc({ tags: ['Users'] })
@Controller('users')
export class UsersController {
  readonly #users = inject(UsersStore);
  readonly #cursors = inject(PageCursors);
  readonly #events = inject(ServiceEvents);

  @ApiDoc({
    summary: 'Search users',
    description: 'A page of users whose name contains `q`, in the order in which they were created.',
  })
  @Get('', list)
  async list({ query: { q, limit, cursor } }: Input<typeof list>) {
    const after = cursor === undefined ? undefined : this.#cursors.read(cursor, walk)[0];
    const { users, hasMore } = await this.#users.search({ q, limit, after });
    const last = users.at(-1);
    return {
      items: [...users],
      nextCursor: hasMore && last ? this.#cursors.write({ ...walk, positions: [last.id] }) : null,
    };
  }

  @ApiDoc({ summary: 'Create a user', description: 'A name that is taken is rejected with 409.' })
  @Post('', create)
  async create({ body, req, res }: Input<typeof create>) {
    const user = await this.#users.create(body, (one, transaction) =>
      this.#events.publish(userCreated, one, transaction),
    );
    if (!user) throw takenName(body.name);
    setLocation({ req, res }, String(user.id));
    return user;
  }

  @ApiDoc({ summary: 'Read a user', description: 'One user by id.' })
  @Get(':id', one)
  async one({ params: { id } }: Input<typeof one>) {
    const user = await this.#users.find(id);
    if (!user) throw unknownUser(id);
    return user;
  }
}

function unknownUser(id: number): HttpError {
  return new HttpError(404, `Unknown user ${id}.`, { code: 'user-not-found' });
}

function takenName(name: string): HttpError {
  return new HttpError(409, `The name ${JSON.stringify(name)} is taken. Choose another.`, { code: 'user-name-taken' });
}
