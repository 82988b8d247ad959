import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { openNext } from '../../release/add-changes.js';
import { books } from '../release/testing/books.js';
import { readLocks } from '../sources/lock-files.js';
import { run } from '../run.js';
import { captureIo } from '../testing/capture-io.js';
import type { DraftedChange } from './draft-changes.js';
import { openAgainAndAgain } from '../sources/open-api.js';
import { judge } from './judge-changes.js';

const opened: { remove(): void }[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.remove()));

/** Three schemas that one operation answers with, and a fourth that another one does. */
const shelf = (members: readonly [string, string, string, string]) => `import { z } from 'zod';
${['Book', 'Author', 'Label', 'Shop'].map((id, index) => `export const ${id} = z.object({ ${members[index]} }).meta({ id: '${id}' });`).join('\n')}
export const emptyAuthor = {};
`;
const routes = `import { Controller, Get, Module, Public } from 'svckit';
import { z } from 'zod';
import { Author, Book, Label, Shop } from './book.js';

@Public()
@Controller('books')
export class BooksController {
  @Get('', { response: z.object({ book: Book, author: Author, label: Label }) })
  list(): never {
    throw new Error();
  }
  @Get('shop', { response: Shop })
  shop(): never {
    throw new Error();
  }
}

@Module({ controllers: [BooksController] })
export class BooksModule {}
`;

/** What becomes of a change of each schema, given its code. */
async function judged(codes: Readonly<Record<string, string>>, columns?: number) {
  const first = shelf(['old: z.string()', 'old: z.string()', 'old: z.string()', 'old: z.string()']);
  const project = makeProject({ ...books, 'book.ts': first, 'books.ts': routes });
  opened.push(project);
  const { io, written } = captureIo({ cwd: project.cwd, ...(columns !== undefined && { columns }) });
  await run(['openapi', 'lock'], io);
  written.stderr = '';
  const now = shelf(['name: z.string()', 'name: z.string()', 'name: z.string()', 'name: z.string()']);
  writeFileSync(project.path('book.ts'), now);
  const files = ['versions.ts', 'versions/next.ts', 'book.ts', 'books.ts'].map((name) => project.path(name));
  const next = openNext(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])));
  const drafts = Object.entries(codes).map(
    ([schema, code]): DraftedChange => ({
      schema,
      operation: null,
      broken: [],
      reason: null,
      ways: [
        {
          title: `${schema} changed`,
          kind: 'schemas',
          difference: code,
          code: `change({ title: '${schema} changed', schemas: [${code}] })`,
          names: ['change', 'renamed', 'reshape'],
          usesZod: true,
          constants: [{ file: project.path('book.ts'), name: schema }],
          isComplete: true,
          isGuess: false,
          examples: [],
        },
      ],
    }),
  );
  const promised = readLocks('contracts', project.cwd)[0] as ContractLock;
  const { reopen } = await openAgainAndAgain({}, io);
  const trial = { promised, next, reopen, now: new Date('2026-11-23'), choose: new Map<string, number>() };
  const states = (await judge(drafts, trial, io)).map(({ schema, state }) => [schema, state] as const);
  return { states: Object.fromEntries(states), stderr: written.stderr };
}

const right = (schema: string) => `renamed(${schema}, { name: 'old' })`;
const all = { Book: right('Book'), Author: right('Author'), Label: right('Label'), Shop: right('Shop') };

describe('changes that are tried together', () => {
  it('are certain where they keep the lock and every law', async () => {
    expect((await judged(all)).states).toEqual({
      Book: 'certain',
      Author: 'certain',
      Label: 'certain',
      Shop: 'certain',
    });
  });

  it.each([
    ['leaves a difference', (schema: string) => `renamed(${schema}, { name: 'other' })`],
    [
      'breaks a law',
      (schema: string) =>
        `reshape(${schema}, { before: z.object({ old: z.string() }), down: () => ({ old: 1 as never }) })`,
    ],
    [
      'is an error of svc check',
      (schema: string) =>
        `reshape(${schema}, { before: z.object({ old: z.string() }), up: ({ old }) => ({ name: old }) })`,
    ],
    ['cannot be loaded', (schema: string) => `renamed(${schema}, { lost: 'old' })`],
    ['is no TypeScript', (schema: string) => `renamed(${schema} { name: 'old' })`],
  ])('leave one open that %s, and only this one', async (_, wrong) => {
    expect((await judged({ ...all, Author: wrong('Author') })).states).toEqual({
      Book: 'certain',
      Author: 'open',
      Label: 'certain',
      Shop: 'certain',
    });
    expect((await judged({ ...all, Author: wrong('Author'), Shop: wrong('Shop') })).states).toEqual({
      Book: 'certain',
      Author: 'open',
      Label: 'certain',
      Shop: 'open',
    });
  });

  it('are counted at a terminal', async () => {
    const { stderr } = await judged(all, 80);
    expect(stderr).toContain('0/4 tries 4 changes');
    expect(stderr).toContain('3/4 Shop changed');
  });
});
