import { added, change, Controller, defineVersions, frozen, Get, Module, renamed } from 'svckit';
import { testApp } from 'svckit/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { drawInputs } from '../../src/laws/lock/draw-inputs.js';
import { lockChanges } from '../../src/laws/lock/lock-changes.js';

const Book = z.object({ id: z.string(), label: z.string(), pages: z.int().optional() }).meta({ id: 'Book' });
const Book2 = frozen('Book', z.object({ id: z.string(), title: z.string() }));

@Controller('books')
class Books {
  @Get('', { response: Book })
  read() {
    return { id: '1', label: 'Emma' };
  }
}
@Module({ controllers: [Books] })
class Root {}

it('values are drawn from the frozen shape, without what the newest one has since', async () => {
  const titles = change({ title: 'Titles', schemas: [added(Book2, { title: '-' })] });
  const labels = change({ title: 'Labels', schemas: [renamed(Book, { label: 'title' })] });
  const versions = defineVersions(['1', { version: '2', changes: [titles] }, { version: '3', changes: [labels] }]);
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '3', versions } as const;
  await using app = await testApp(Root, { versioning, logger: { info() {}, warn() {}, error() {} } });
  const locks = lockChanges(versions, app.app.routes, drawInputs);
  const drawn = locks
    .flatMap(({ changes }) => changes)
    .map(({ title, subjects }) => {
      const inputs = subjects.flatMap(({ down }) =>
        (down ?? []).map(({ input }) => Object.keys(Object(input) as object)),
      );
      return [title, [...new Set(inputs.flat())].toSorted()];
    });
  expect(Object.fromEntries(drawn)).toEqual({ Titles: ['id', 'title'], Labels: ['id', 'label', 'pages'] });
});
