import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { books, names, subtitles } from '../src/cli/release/testing/books.js';
import { capture } from '../src/cli/testing/capture-io.js';
import { loadService } from '../src/export/loader/load-service.js';
import { makeProject } from '../src/export/testing/temporary-project.js';
import { testApp } from '../src/testing/index.js';
import { runs } from './property-runs.js';
import { repository } from './read-imports.js';

/** What one version does to one schema. */
interface Step {
  readonly schema: 'Book' | 'Author';
  readonly kind: 'add' | 'rename' | 'retype';
  /** Which member, counted from the first. */
  readonly at: number;
}

type Type = 'string' | 'int';
type Members = readonly (readonly [name: string, type: Type])[];
type Shapes = Readonly<Record<Step['schema'], Members>>;

const step: fc.Arbitrary<Step> = fc.record({
  schema: fc.constantFrom('Book', 'Author'),
  kind: fc.constantFrom('add', 'rename', 'retype'),
  at: fc.nat(5),
});
/** The changes of each version, one for each schema at most. */
const history = fc.array(fc.uniqueArray(step, { selector: ({ schema }) => schema, minLength: 1 }), {
  minLength: 3,
  maxLength: 3,
});

const first: Shapes = {
  Book: [
    ['id', 'string'],
    ['pages', 'int'],
  ],
  Author: [['name', 'string']],
};

/** The shapes that a step leads to, and its reshape as source. */
function apply(shapes: Shapes, { schema, kind, at }: Step, version: number) {
  const members = shapes[schema];
  const index = at % members.length;
  const [name, type] = members[index]!;
  const replaced = (member: Members[number]) => ({ ...shapes, [schema]: members.with(index, member) });
  switch (kind) {
    case 'add': {
      const added = `added${version}`;
      return {
        shapes: { ...shapes, [schema]: [...members, [added, 'string'] as const] },
        text: `added(${schema}, { ${added}: '' })`,
      };
    }
    case 'rename': {
      const newer = `${schema === 'Book' ? 'b' : 'a'}${version}`;
      return { shapes: replaced([newer, type]), text: `renamed(${schema}, { ${newer}: '${name}' })` };
    }
    case 'retype': {
      const other = type === 'int' ? 'string' : 'int';
      const convert = (to: Type) => `({ ${name}: _, ...rest }) => ({ ...rest, ${name}: ${values[to]} })`;
      const loses = `{ down: ['${name}'], up: ['${name}'] }`;
      const before = `z.object(${membersText(schema, members)})`;
      return {
        shapes: replaced([name, other]),
        text: `reshape(${schema}, { before: ${before}, down: ${convert(type)}, up: ${convert(other)}, loses: ${loses} })`,
      };
    }
  }
}

const values: Readonly<Record<Type, string>> = { string: "'x'", int: '7' };
const membersText = (schema: Step['schema'], members: Members) =>
  `{ ${members.map(([name, type]) => `${name}: z.${type}()`).join(', ')}${schema === 'Book' ? ', author: Author' : ''} }`;
const valueText = (members: Members) => members.map(([name, type]) => `${name}: ${values[type]}`).join(', ');

function filesOf(
  { Book, Author }: Shapes,
  changes: readonly { readonly title: string; readonly text: string }[],
): Readonly<Record<string, string>> {
  return {
    'book.ts': `import { z } from 'zod';
export const Author = z.object(${membersText('Author', Author)}).meta({ id: 'Author' });
export const Book = z.object(${membersText('Book', Book)}).meta({ id: 'Book' });
export const book = { ${valueText(Book)}, author: { ${valueText(Author)} } };
`,
    'books.ts': `import { Controller, Get, type Input, Module, Post, Public } from 'svckit';
import { Book, book } from './book.js';
const create = { body: Book, response: { 201: Book } };
@Public()
@Controller('books')
class BooksController {
  @Get('one', { response: Book })
  read() {
    return book;
  }
  @Post('', create)
  create({ body }: Input<typeof create>) {
    return body;
  }
}
@Module({ controllers: [BooksController] })
export class BooksModule {}
`,
    'versions/next.ts': `import { added, change, renamed, reshape } from 'svckit';
import { z } from 'zod';
import { Author, Book } from '../book.js';

export const next = [
${changes.map(({ title, text }) => `  change({ title: '${title}', schemas: [${text}] }),\n`).join('')}];
void [added, renamed, reshape, z, Author, Book];
`,
  };
}

function open(files: Readonly<Record<string, string>>) {
  const project = makeProject({ ...books, ...files });
  onTestFinished(() => project.remove());
  const write = (edits: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(edits)) writeFileSync(project.path(name), text);
  };
  const svc = (...argv: string[]) => capture(argv, { cwd: project.cwd });
  const read = (folder: string) =>
    Object.fromEntries(
      readdirSync(project.path(folder)).map((name) => [name, readFileSync(join(project.path(folder), name), 'utf8')]),
    );
  return { ...project, write, svc, read };
}

/** What each version answers, to its own requests. */
async function answersOf(cwd: string, versions: readonly string[]) {
  const { definition } = await loadService('svc.config.ts', { cwd });
  await using app = await testApp(definition);
  const answers: Record<string, unknown> = {};
  for (const version of versions) {
    const headers = { 'X-API-Version': version, 'content-type': 'application/json' };
    const found = await (await app.request('/books/one', { headers })).text();
    const made = await app.request('/books', { method: 'POST', headers, body: found });
    answers[version] = [found, made.status, await made.text()];
  }
  return answers;
}

describe('versions that are released one after another', () => {
  it('keep their files, documents, locks and answers', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { cwd, write, svc, read } = open(filesOf(first, []));
        await svc('openapi', 'lock');
        let shapes = first;
        let released: Readonly<Record<string, string>> = {};
        for (const [index, own] of steps.entries()) {
          const version = String(index + 2);
          const changes = own.map((one) => {
            const applied = apply(shapes, one, index + 2);
            shapes = applied.shapes;
            return { title: `${one.schema} in ${version}`, text: applied.text };
          });
          write(filesOf(shapes, changes));
          const older = Array.from({ length: index + 1 }, (_, at) => String(at + 1));
          const before = await answersOf(cwd, [...older, 'next']);
          expect(await svc('release', version)).toMatchObject({ code: 0, stderr: '' });
          const { next, ...kept } = before;
          expect(await answersOf(cwd, [...older, version])).toEqual({ ...kept, [version]: next });
          const now = { ...read('versions'), ...read('contracts') };
          for (const [name, text] of Object.entries(released)) expect([name, now[name]]).toEqual([name, text]);
          const { 'next.ts': _, 'next.json': __, 'changes.json': ___, ...files } = now;
          released = files;
        }
        expect((await svc('openapi', 'lock', '--check')).code).toBe(0);
      }),
      runs(2),
    );
  });

  it('compile under strict, each as it is released', async () => {
    const { cwd, write, svc } = open({
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          target: 'es2023',
          lib: ['es2023', 'esnext.disposable'],
          module: 'nodenext',
          types: [],
          paths: { svckit: [join(repository, 'dist/types/index.d.ts')] },
        },
        include: ['*.ts', 'versions/*.ts'],
      }),
    });
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    const errors = async () => (await execa('node', [compiler, '-p', cwd], { cwd, reject: false })).stdout;
    await svc('openapi', 'lock');
    for (const [version, files] of [
      ['2', subtitles],
      ['3', names],
    ] as const) {
      write(files);
      expect(await svc('release', version)).toMatchObject({ code: 0, stderr: '' });
      expect(await errors()).toBe('');
    }
  });
});
