import { roots, type State, type WrittenChange } from './history.js';
import { namedIn, objectText, type Shapes, valueOfMembers } from './shapes.js';

/** The schemas that some need, each behind those that it holds. */
export function inOrder(shapes: Shapes, ids: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (id: string, within: readonly string[]) => {
    if (found.has(id) || within.includes(id)) return;
    for (const inner of namedIn(shapes[id]!)) visit(inner, [...within, id]);
    found.add(id);
  };
  for (const id of ids) visit(id, []);
  return [...found];
}

const plain = (id: string) => id;

/** What operations still use. */
export const inUse = ({ shapes, routes }: State): Shapes =>
  Object.fromEntries(inOrder(shapes, [...roots, ...Object.values(routes.added)]).map((id) => [id, shapes[id]!]));

/** The source files of a service whose newest shapes are these; routes of `unreleased` are declared for next. */
export function filesOf(
  state: State,
  changes: readonly WrittenChange[],
  { unreleased, local }: { readonly unreleased: string | null; readonly local: (id: string) => string },
): Readonly<Record<string, string>> {
  const code = changes.map(codeOf).join('');
  const named = Object.keys(state.shapes).filter((id) => new RegExp(`\\b${local(id)}\\b`).test(code));
  return {
    'book.ts': schemasText(state.shapes, inOrder(state.shapes, [...Object.keys(inUse(state)), ...named])),
    'books.ts': routesText(state, unreleased),
    'versions/next.ts': nextText(code, named, local),
  };
}

const codeOf = ({ title, schemas, operations }: WrittenChange) => {
  const list = (name: string, codes: readonly string[]) => (codes.length > 0 ? `, ${name}: [${codes.join(', ')}]` : '');
  return `  change({ title: '${title}'${list('schemas', schemas)}${list('operations', operations)} }),\n`;
};

const words = ['added', 'change', 'moved', 'operation', 'removed', 'renamed', 'reshape', 'reshapes'];

function nextText(code: string, named: readonly string[], local: (id: string) => string): string {
  const used = (word: string) => new RegExp(`\\b${word}\\(`).test(code);
  const shapes = named.map((id) => (local(id) === id ? id : `${id} as ${local(id)}`));
  return [
    ...(words.some(used) ? [`import { ${words.filter(used).join(', ')} } from 'svckit';`] : []),
    ...(code.includes('z.') ? ["import { z } from 'zod';"] : []),
    ...(shapes.length > 0 ? [`import { ${shapes.join(', ')} } from '../book.js';`] : []),
    ...(code.includes('BooksController') ? ["import { BooksController } from '../books.js';"] : []),
    `\nexport const next = [\n${code}];\n`,
  ].join('\n');
}

function schemasText(shapes: Shapes, ids: readonly string[]): string {
  const declared = ids.map((id) => {
    // A schema that contains itself is a getter.
    const text = objectText(id, shapes[id]!, plain).replace(
      /(\w+): z\.array\(Tree\)/,
      'get $1() { return z.array(Tree); }',
    );
    return `export const ${id} = ${text}.meta({ id: '${id}' });\n`;
  });
  const values = ids.map(
    (id) => `export const a${id}: z.output<typeof ${id}> = ${JSON.stringify(valueOfMembers(shapes[id]!, shapes))};\n`,
  );
  return `import { z } from 'zod';\n\n${declared.join('')}\n${values.join('')}`;
}

function routesText({ routes }: State, unreleased: string | null): string {
  const added = Object.entries(routes.added).map(
    ([version, id]) => `  @Version({ from: '${version === unreleased ? 'next' : version}' })
  @Get('only${version}', { response: ${id} })
  only${version.replaceAll('-', '_')}() {
    return a${id};
  }
`,
  );
  const ids = [...new Set([...roots, ...Object.values(routes.added)])];
  return `import { Controller, Get, type Input, Module, Post, Public${added.length > 0 ? ', Version' : ''} } from 'svckit';
import { z } from 'zod';
import { ${ids.map((id) => `${id}, a${id}`).join(', ')} } from './book.js';

const create = { body: Book, response: { 201: Book } };
const draft = { body: Draft, response: { 201: z.object({ ok: z.boolean() }) } };

@Public()
@Controller('books')
export class BooksController {
  @Get('${routes.read}', { response: Book })
  read() {
    return aBook;
  }
  @Get('shelf', { response: Shelf })
  shelf() {
    return aShelf;
  }
  @Get('tree', { response: Tree })
  tree() {
    return aTree;
  }
  @Post('', create)
  create({ body }: Input<typeof create>) {
    return body;
  }
  @Post('drafts', draft)
  draft({ body }: Input<typeof draft>) {
    void (body satisfies z.output<typeof Draft>);
    return { ok: true };
  }
${added.join('')}}
void aDraft;

@Module({ controllers: [BooksController] })
export class BooksModule {}
`;
}
