// A service with a feature that is not finished, which scripts/tour/preview.mjs promotes.
import { added, Controller, defineService, defineVersions, Get, HealthModule, Module, preview, Public } from 'svckit';
import { z } from 'zod';

const Book = z.object({ id: z.string(), title: z.string(), tags: z.array(z.string()) }).meta({ id: 'Book' });
const tagged = added(Book, { tags: [] });

const tags = preview('tags-2026-11', { expires: '2027-03-01', title: 'Books have tags', schemas: [tagged] });
const versions = defineVersions(['1', '2'], { previews: [tags] });

@Public()
@Controller('books')
class BooksController {
  @Get(':id', { params: z.object({ id: z.string() }), response: Book })
  read(): z.infer<typeof Book> {
    return { id: '1', title: 'Emma', tags: ['novel'] };
  }
}

@Module({ controllers: [BooksController], imports: [HealthModule] })
class AppModule {}

export default defineService({
  root: AppModule,
  prefix: 'api',
  usage: true,
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '2', versions },
});
