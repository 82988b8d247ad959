import { migrations, sqlWebhookStore } from '@svckit/stores';
import { type Kysely, Migrator } from 'kysely';
import { Controller, createApp, inject, type Input, Module, Post } from 'svckit';
import { Webhooks, WebhooksModule } from 'svckit/webhooks';
import { z } from 'zod';
import { bookAdded, versions } from '../../../fixtures/webhooks/svc.config.js';
import { openSqlite } from '../../../service/src/database/open-sqlite.js';

// Writes a row with its event, and delivers: beside other processes on one database.
const { RECEIVER = '', SUBJECT = '' } = process.env;
const { kysely: opened } = await openSqlite(process.cwd(), { durability: 'normal', timeoutMs: 10_000 });
const kysely = opened as unknown as Kysely<{ works: { id: number } }>;
const { error } = await new Migrator({
  db: kysely,
  provider: { getMigrations: async () => migrations },
}).migrateToLatest();
if (error) throw error;
await kysely.schema.createTable('works').ifNotExists().addColumn('id', 'integer').execute();

const Work = z.object({ id: z.int() });
const add = { body: Work, response: { 201: Work } };

@Controller('books')
class BooksController {
  readonly #webhooks = inject(Webhooks);

  @Post('', add)
  async add({ body }: Input<typeof add>) {
    await kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('works').values({ id: body.id }).execute();
      const book = { ...body, title: `Book ${body.id}`, authors: ['Ada', 'Ben'] };
      await this.#webhooks.publish(bookAdded, book, { subject: SUBJECT, in: transaction });
    });
    return body;
  }
}

/** The first process makes the endpoints of two versions. */
class Endpoints {
  readonly #webhooks = inject(Webhooks);
  async onInit() {
    const own = { subject: SUBJECT, events: [bookAdded.name] };
    if ((await this.#webhooks.endpoints.list(own)).length > 0) return;
    for (const version of ['1', '3'])
      await this.#webhooks.endpoints.create({ ...own, url: `${RECEIVER}/${version}`, version });
  }
}

@Module({
  imports: [
    WebhooksModule({
      store: sqlWebhookStore(kysely),
      egress: { allow: ['127.0.0.1'] },
      timeoutMs: 1_000,
      pollMs: 50,
      schedule: Array.from({ length: 100 }, () => 200),
    }),
  ],
  controllers: [BooksController],
  providers: [Endpoints],
})
class Service {}

const app = await createApp(Service, {
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: ['1', '2', '3'], versions },
  webhooks: [bookAdded],
  logger: { ...console, info: () => {} },
});
console.log(`ready at ${await app.listen(0)}`);
