import fc from 'fast-check';
import { drawFrom, type Edit, editObject, kinds, numbers } from './random-edits.js';

/** What a service of random schemas and operations is made of: what differs of each, and choices of everything else. */
export interface Plan {
  readonly schemas: readonly (readonly string[])[];
  /** Of the query, the body and the answer of one operation that shares no schema. */
  readonly operation: readonly [readonly string[], readonly string[], readonly string[]];
  readonly numbers: readonly number[];
}

/** Every kind, and those that may be certain more often. */
const kind = fc.constantFrom(
  ...Object.keys(kinds),
  ...Array.from({ length: 3 }, () => ['renames', 'moved', 'flattened', 'required', 'optional', 'texted']).flat(),
);
const some = (most: number) => fc.array(kind, { maxLength: most });

export const plans: fc.Arbitrary<Plan> = fc.record({
  schemas: fc.array(some(2), { minLength: 2, maxLength: 3 }),
  operation: fc.tuple(some(1), some(1), some(1)),
  numbers,
});

/** The files of a service whose version 2 makes version 1 from what handlers are written for, in changes of several schemas each. */
export function filesOf(plan: Plan): Readonly<Record<string, string>> {
  const draw = drawFrom(plan.numbers);
  const ids = ['Inner', 'Book', 'Shelf'].slice(0, plan.schemas.length);
  const edited = ids.map((id, index) => ({
    id,
    edits: editObject(plan.schemas[index]!, ids.slice(0, index), draw),
  }));
  const [query, body, answer] = plan.operation.map((kind) => editObject(kind, [], draw)) as [
    readonly Edit[],
    readonly Edit[],
    readonly Edit[],
  ];
  // A query holds texts, and is not drafted as JSON.
  const asked = query.filter(({ newer, older }) => ![...Object.values(newer), ...Object.values(older)].some(isNested));
  const touched = edited.filter(({ edits }) => edits.some(isChange));
  const together = draw([true, false]);
  const groups = together ? [touched] : touched.map((one) => [one]);
  const changes = [
    ...groups
      .filter((group) => group.length > 0)
      .map((group, index) => ({
        name: `change${index}`,
        text: `change({ title: 'Forgotten ${index}', schemas: [${group.map(({ id, edits }) => reshapeOf(id, edits)).join(', ')}] })`,
      })),
    ...([asked, body, answer].some((edits) => edits.some(isChange))
      ? [{ name: 'changeOfSearch', text: operationOf(asked, body, answer) }]
      : []),
  ];
  const uses = ids.map((id) => ({ id, use: draw(['answers', 'requests', 'both', 'both']) }));
  return {
    'schemas.ts': [
      "import { z } from 'zod';",
      ...edited.map(({ id, edits }) => `export const ${id} = ${objectOf('newer', edits)}.meta({ id: '${id}' });`),
    ].join('\n'),
    'books.ts': [
      "import { Controller, Get, type Input, Module, Post, Public } from 'svckit';",
      "import { z } from 'zod';",
      `import { ${ids.join(', ')} } from './schemas.js';`,
      `const search = { query: ${objectOf('newer', asked)}, body: ${objectOf('newer', body)}, response: { 200: ${objectOf('newer', answer)} } };`,
      "@Public()\n@Controller('books')\nexport class BooksController {",
      ...uses.flatMap(({ id, use }) => [
        ...(use === 'requests'
          ? []
          : [`  @Get('${id}', { response: ${draw([id, `z.array(${id})`])} })`, handler(`read${id}`)]),
        ...(use === 'answers'
          ? []
          : [
              `  @Post('${id}', { body: ${id}, response: { 201: ${use === 'both' ? id : 'z.null()'} } })`,
              handler(`write${id}`),
            ]),
      ]),
      "  @Post('search', search)",
      handler('search', '_: Input<typeof search>', `z.output<(typeof search)['response'][200]>`),
      '}',
      '@Module({ controllers: [BooksController] })\nexport class BooksModule {}',
    ].join('\n'),
    'versions/2.ts': [
      "import { change, operation, reshape } from 'svckit';",
      "import { z } from 'zod';",
      "import { BooksController } from '../books.js';",
      `import { ${ids.join(', ')} } from '../schemas.js';`,
      ...changes.map(({ name, text }) => `const ${name} = ${text};`),
      `export const v2 = { version: '2', changes: [${changes.map(({ name }) => name).join(', ')}] };`,
    ].join('\n\n'),
    'versions.ts':
      "import { defineVersions } from 'svckit';\nimport { v2 } from './versions/2.js';\n\nexport const versions = defineVersions(['1', v2]);\n",
    'svc.config.ts': `import { defineService } from 'svckit';
import { BooksModule } from './books.js';
import { versions } from './versions.js';

export default defineService({
  root: BooksModule,
  info: { title: 'Forgotten', version: '2' },
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions },
  documents: {},
});
`,
  };
}

const isChange = ({ what }: Edit) => what !== 'kept';
const isNested = (schema: string) => schema.includes('z.object');
const handler = (name: string, input = '', output = 'never') =>
  `  ${name}(${input}): ${output} {\n    throw new Error();\n  }`;

const merged = (side: 'newer' | 'older' | 'down' | 'up', edits: readonly Edit[]) =>
  `{ ${edits.flatMap((edit) => Object.entries(edit[side]).map(([name, text]) => `${name}: ${text}`)).join(', ')} }`;
const objectOf = (side: 'newer' | 'older', edits: readonly Edit[]) => `z.object(${merged(side, edits)})`;

const reshapeOf = (id: string, edits: readonly Edit[]) =>
  `reshape(${id}, { before: ${objectOf('older', edits)}, down: (value: any): any => (${merged('down', edits)}), up: (value: any): any => (${merged('up', edits)}) })`;

function operationOf(query: readonly Edit[], body: readonly Edit[], answer: readonly Edit[]): string {
  const convert = (part: string, side: 'down' | 'up', edits: readonly Edit[]) =>
    `${part}: ((value: any) => (${merged(side, edits)}))(given.${part})`;
  const has = (edits: readonly Edit[]) => edits.some(isChange);
  const before = [
    ...(has(query) ? [`query: ${objectOf('older', query)}`] : []),
    ...(has(body) ? [`body: ${objectOf('older', body)}`] : []),
    ...(has(answer) ? [`response: { 200: ${objectOf('older', answer)} }`] : []),
  ];
  const up = [
    ...(has(query) ? [convert('query', 'up', query)] : []),
    ...(has(body) ? [convert('body', 'up', body)] : []),
  ];
  return [
    `change({ title: 'Forgotten search', operations: [operation(() => BooksController, 'search', { before: { ${before.join(', ')} }`,
    ...(up.length > 0 ? [`up: (given: any): any => ({ ${up.join(', ')} })`] : []),
    ...(has(answer)
      ? [`down: (given: any): any => (given.status === 200 ? { ${convert('body', 'down', answer)} } : {})`]
      : []),
    '})] })',
  ]
    .join(', ')
    .replace(', })] })', ' })] })');
}
