import fc, { type Arbitrary } from 'fast-check';
import {
  change,
  Controller,
  defineVersions,
  frozen,
  Get,
  type Input,
  Module,
  operation,
  Post,
  renamed,
  reshape,
} from 'svckit';
import { buildDocument } from 'svckit/export';
import { testApp } from 'svckit/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { drawInputs } from '../../src/laws/lock/draw-inputs.js';
import { lockChanges } from '../../src/laws/lock/lock-changes.js';
import { runs } from '../property-runs.js';

/** How constants are written: as handlers use them, or a second time without what JSON Schema cannot say. */
interface Writing {
  readonly name: (id: string, schema: z.ZodObject) => z.ZodObject;
  readonly hasRules: boolean;
}

const live: Writing = { name: (id, schema) => schema.meta({ id, description: `A ${id}.` }), hasRules: true };
const second: Writing = { name: (id, schema) => frozen(id, schema.meta({ description: `A ${id}.` })), hasRules: false };

const kinds = { object: z.object, strictObject: z.strictObject, looseObject: z.looseObject };
type Kind = keyof typeof kinds;

/** `isOlder` writes them as version 2 had them, where version 3 renames a member. */
function constants(kind: Kind, { name, hasRules }: Writing, isOlder = false) {
  const ruled = <S extends z.ZodString>(schema: S) =>
    hasRules ? (schema.refine((text) => text !== 'root', 'must not be root') as S) : schema;
  const Tag = name('Tag', z.object({ label: ruled(z.string().min(1)), rank: z.int().default(3) }));
  const Author = name(
    'Author',
    kinds[kind]({ name: ruled(z.string()).describe('Its name.'), age: z.int().optional(), tag: Tag }),
  );
  const size = isOlder ? { count: z.int() } : { pages: z.int() };
  const Book = name('Book', z.object({ id: z.string(), author: Author, tags: z.array(Tag), ...size }));
  return { Tag, Author, Book };
}
type Constants = ReturnType<typeof constants>;

/** What may be written after a schema that has an id. */
const methods: Readonly<Record<string, (schema: z.ZodType) => z.ZodType>> = {
  refine: (schema) => schema.refine((value) => JSON.stringify(value)?.includes('bad') !== true, 'must not be bad'),
  check: (schema) => schema.check((payload) => void payload),
  superRefine: (schema) => schema.superRefine(() => {}),
  optional: (schema) => schema.optional(),
  nullable: (schema) => schema.nullable(),
  nullish: (schema) => schema.nullish(),
  nonoptional: (schema) => schema.nonoptional(),
  describe: (schema) => schema.describe('Another one.'),
  meta: (schema) => schema.meta({ title: 'Titled', deprecated: true }),
  renamed: (schema) => schema.meta({ id: 'Other' }),
  brand: (schema) => schema.brand('x'),
  readonly: (schema) => schema.readonly(),
  array: (schema) => z.array(schema),
  record: (schema) => z.record(z.string(), schema),
  default: (schema) => schema.default({ name: 'd', tag: { label: 'l' } } as never),
  prefault: (schema) => schema.prefault({ name: 'd', tag: { label: 'l' } } as never),
  catch: (schema) => schema.catch({ name: 'c', tag: { label: 'l', rank: 1 } } as never),
  pipe: (schema) => schema.pipe(z.any()),
  transform: (schema) => schema.transform((value) => ({ made: value })),
  preprocess: (schema) => z.preprocess((value) => value, schema),
  lazy: (schema) => z.lazy(() => schema),
  or: (schema) => schema.or(z.string()),
  and: (schema) => schema.and(z.object({ more: z.string().optional() })),
  clone: (schema) => schema.clone(),
  extend: onObjects((schema) => schema.extend({ more: z.boolean().optional() })),
  safeExtend: onObjects((schema) => schema.safeExtend({ more: z.boolean().optional() })),
  omit: onObjects((schema) => schema.omit({ name: true })),
  pick: onObjects((schema) => schema.pick({ tag: true, label: true } as never)),
  partial: onObjects((schema) => schema.partial()),
  required: onObjects((schema) => schema.required()),
  strict: onObjects((schema) => schema.strict()),
  loose: onObjects((schema) => schema.loose()),
  catchall: onObjects((schema) => schema.catchall(z.int())),
};

/** For objects, unless Zod refuses it. */
function onObjects(make: (schema: z.ZodObject) => z.ZodType): (schema: z.ZodType) => z.ZodType {
  return (schema) => {
    if (!(schema instanceof z.ZodObject)) return schema;
    try {
      return make(schema);
    } catch {
      return schema;
    }
  };
}

interface Recipe {
  readonly kind: Kind;
  /** What is written after `Author`, `Tag` and `Book` in older shapes. */
  readonly author: readonly string[];
  readonly tag: readonly string[];
  readonly book: readonly string[];
  readonly form: 'extend' | 'object' | 'whole' | 'member' | 'operation';
  /** Whether the version also reshapes what is inside. */
  readonly inner: boolean;
  /** Whether a newer version reshapes the book and what is inside. */
  readonly newer: boolean;
}

const after = (least = 0): Arbitrary<readonly string[]> =>
  fc.array(fc.constantFrom(...Object.keys(methods)), { minLength: least, maxLength: 2 });
const recipes: Arbitrary<Recipe> = fc.record({
  kind: fc.constantFrom('object', 'strictObject', 'looseObject'),
  author: after(1),
  tag: after(),
  book: after(),
  form: fc.constantFrom('extend', 'object', 'whole', 'member', 'operation'),
  inner: fc.boolean(),
  newer: fc.boolean(),
});

const written = (names: readonly string[], schema: z.ZodType) =>
  names.reduce((made, name) => methods[name]!(made), schema);

function olderShape({ form, author, tag, book }: Recipe, { Author, Book, Tag }: Constants): z.ZodType {
  const [A, T] = [written(author, Author), written(tag, Tag)];
  switch (form) {
    case 'extend':
    case 'operation':
      return written(book, Book.omit({ id: true }).extend({ author: A, tags: z.array(T) }));
    case 'object':
      return written(book, z.object({ id: Book.shape['id'] as z.ZodString, author: A, one: T }));
    case 'member':
      return written(book, z.object({ id: z.string(), name: Author.shape['name'] as z.ZodString, author: A, one: T }));
    case 'whole':
      return written(['clone', ...book], Book.partial());
  }
}

/** The service, whose changes name the constants of a writing. */
async function serve(recipe: Recipe, writing: Writing) {
  const handled = constants(recipe.kind, live);
  const pages = renamed(handled.Book as never, { pages: 'count' } as never);
  const chained = { ...handled, Book: pages.before as z.ZodObject };
  const named = writing === second ? constants(recipe.kind, second, recipe.newer) : recipe.newer ? chained : handled;
  const before = olderShape(recipe, named);
  const create = { body: handled.Book, response: { 201: handled.Book } };
  let answer: unknown;
  @Controller('books')
  class Books {
    @Get('', { response: handled.Book })
    read() {
      return answer as never;
    }
    @Post('', create)
    create({ body }: Input<typeof create>) {
      return body as never;
    }
  }
  @Module({ controllers: [Books] })
  class Root {}
  const same = (value: unknown) => value as never;
  const inside = recipe.inner ? [renamed(named.Tag as never, { label: 'word' } as never)] : [];
  const whole = reshape(named.Book, { before, down: same, up: same });
  const versions = defineVersions([
    '1',
    {
      version: '2',
      changes: [
        recipe.form === 'operation'
          ? change({
              title: 'Operations',
              operations: [
                operation(() => Books, 'create', {
                  before: { body: before, response: { 201: before } },
                  up: same,
                  down: same,
                } as never),
              ],
              schemas: inside,
            })
          : change({ title: 'Books', schemas: [whole, ...inside] }),
      ],
    },
    { version: '3', changes: recipe.newer ? [change({ title: 'Pages', schemas: [pages] })] : [] },
  ]);
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '3', versions } as const;
  const app = await testApp(Root, { versioning, logger: { info() {}, warn() {}, error() {} } });
  const ask = async (version: string, value: unknown, body?: unknown) => {
    answer = value;
    const init = { headers: { 'X-API-Version': version, 'content-type': 'application/json' } };
    const sent = body === undefined ? init : { ...init, method: 'POST', body: JSON.stringify(body) };
    const found = await app.request('/books', sent);
    const text = await found.text();
    return { status: found.status, text: text.replace(/"traceId":"[^"]*"/, '') };
  };
  const document = async (apiVersion: string) => buildDocument(app.app, { versioning, apiVersion });
  return { app, ask, document, lock: lockChanges(versions, app.app.routes, drawInputs) };
}

/** What a service says and does with each writing. */
async function outcome(recipe: Recipe, writing: Writing, given: readonly unknown[] | null) {
  let served;
  try {
    served = await serve(recipe, writing);
  } catch (error) {
    return { inputs: [], found: { refused: String(error).replaceAll(/\(?[\w./-]+\.ts:\d+(:\d+)?\)?/g, '') } };
  }
  const { app, ask, document, lock } = served;
  await using _ = app;
  const subjects = lock.flatMap(({ changes }) => changes.flatMap((one) => one.subjects));
  const drawn = subjects.flatMap(({ up, down }) => [...(up ?? []), ...(down ?? [])].map(({ input }) => input));
  const inputs = given ?? [{}, ...drawn.filter((_, index) => index % Math.ceil(drawn.length / 20) === 0)];
  const answers = [];
  for (const input of inputs) answers.push(await ask('1', input, input), await ask('1', input));
  return {
    inputs,
    found: { documents: [await document('1'), await document('2'), await document('3')], answers, lock },
  };
}

/** What is said of a member that is a copy of a schema with an id. */
const saidBesideAnId: Recipe = {
  kind: 'looseObject',
  author: ['refine', 'readonly'],
  tag: [],
  book: ['catch', 'meta'],
  form: 'member',
  inner: false,
  newer: true,
};

it('changes do the same with frozen constants, whatever is written after one', async () => {
  await fc.assert(
    fc.asyncProperty(recipes, async (recipe) => {
      const { inputs, found } = await outcome(recipe, live, null);
      expect((await outcome(recipe, second, inputs)).found).toEqual(found);
    }),
    { ...runs(12), endOnFailure: true, examples: [[saidBesideAnId]] },
  );
});
