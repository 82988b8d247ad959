/** A service with version 1 and an empty next, as `svc release` edits it; for tests. */
export const books: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "books", "version": "1.0.0", "type": "module" }\n',
  'book.ts': `import { z } from 'zod';

export const Author = z.object({ name: z.string() }).meta({ id: 'Author' });
export const Book = z.object({ id: z.string(), title: z.string(), author: Author }).meta({ id: 'Book' });
export const emptyAuthor = { name: '' };
`,
  'books.ts': `import { Controller, Get, type Input, Module, Post, Public } from 'svckit';
import { z } from 'zod';
import { Author, Book } from './book.js';

const byId = { params: z.object({ id: z.string() }), response: Book };
const create = { body: Book, response: { 201: Book } };

@Public()
@Controller('books')
class BooksController {
  @Get(':id', byId)
  read({ params }: Input<typeof byId>): z.infer<typeof Book> {
    return { ...book, id: params.id };
  }

  @Post('', create)
  create({ body }: Input<typeof create>): z.infer<typeof Book> {
    return body;
  }
}

const author: z.infer<typeof Author> = { name: 'Jane' };
const book: z.infer<typeof Book> = { id: '1', title: 'Emma', author };

@Module({ controllers: [BooksController] })
export class BooksModule {}
`,
  'versions.ts': `import { defineVersions } from 'svckit';
import { next } from './versions/next.js';

export const versions = defineVersions(['1'], { next });
`,
  'versions/next.ts': `import type { VersionEntry } from 'svckit';

export const next = [] satisfies VersionEntry['changes'];
`,
  'svc.config.ts': `import { defineService } from 'svckit';
import { BooksModule } from './books.js';
import { versions } from './versions.js';

export default defineService({
  root: BooksModule,
  info: { title: 'Books', version: '1.0.0' },
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions },
  documents: {},
});
`,
};

/** The first change: a book has a subtitle. */
export const subtitles = {
  'book.ts': books['book.ts']!.replace('title: z.string(),', 'title: z.string(), subtitle: z.string(),'),
  'books.ts': books['books.ts']!.replace("title: 'Emma',", "title: 'Emma', subtitle: '',"),
  'versions/next.ts': `import { added, change } from 'svckit';
import { Book } from '../book.js';

export const next = [change({ title: 'A book has a subtitle', schemas: [added(Book, { subtitle: '' })] })];
`,
};

/** The second: an author has two names, and there is a list. */
export const names = {
  'book.ts': subtitles['book.ts']
    .replace('z.object({ name: z.string() })', 'z.object({ first: z.string(), last: z.string() })')
    .replace("{ name: '' }", "{ first: '', last: '' }"),
  'books.ts': subtitles['books.ts']
    .replace("{ name: 'Jane' }", "{ first: 'Jane', last: 'Austen' }")
    .replace('Public }', 'Public, Version }')
    .replace(
      "  @Get(':id', byId)",
      "  @Version({ from: 'next' })\n  @Get('', { response: z.array(Book) })\n  list() {\n    return [book];\n  }\n\n  @Get(':id', byId)",
    ),
  'versions/next.ts': `import { change, reshape } from 'svckit';
import { z } from 'zod';
import { Author as Person, emptyAuthor } from '../book.js';

const title = \`An author has
two names\`;

export const next = [
  change({
    title,
    description: Object.keys(emptyAuthor).join(),
    schemas: [
      reshape(Person, {
        before: z.object({ name: z.string() }),
        down: ({ first, last }) => ({ name: \`\${first}
\${last}\` }),
        up: ({ name }) => ({ first: name, last: '' }),
        loses: { down: ['first', 'last'], up: ['name'] },
      }),
    ],
  }),
];
`,
};
