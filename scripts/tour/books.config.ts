// An API of books. scripts/tour/consumers.mjs edits it, and follows its consumers from a break to the end of version 1.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, defineService, defineVersions, Get, Module, Public } from 'svckit';
import { z } from 'zod';

const Book = z.object({ id: z.int(), title: z.string(), author: z.string() }).meta({ id: 'Book' });
const versions = defineVersions(['1']);

@Public()
@Controller('books')
class BooksController {
  @Get('', { query: z.object({ limit: z.int().optional() }), response: z.array(Book) })
  list() {
    return [{ id: 1, title: 'Emma', author: 'Jane Austen' }];
  }
}

@Module({ controllers: [BooksController] })
class AppModule {}

export default defineService({
  root: AppModule,
  info: { title: 'Books', version: '1.0.0' },
  versioning: { type: 'header', header: 'X-API-Version', versions },
  lifecycle: { evidence: true },
  openUsage: ({ cwd }) => ({
    store: {
      read: () => JSON.parse(readFileSync(join(cwd, 'calls.json'), 'utf8')),
      add: () => undefined,
      claim: () => false,
    },
  }),
});
