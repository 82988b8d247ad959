import { createRequire } from 'node:module';
import { scope, type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as older } from 'zod/v3';
import {
  change,
  Controller,
  defineVersions,
  Get,
  Module,
  Post,
  renamed,
  reshape,
  type RouteSchemas,
  type Schema,
} from 'svckit';
import { testApp } from 'svckit/testing';
import { buildDocument, checkService, compileService } from '../../src/export/index.js';
import { problemLine } from '../../src/report/result.js';
import { projectionOf } from '../../src/schema/project.js';

declare global {
  interface ArkEnv {
    meta(): { id?: string };
  }
}

const row = { id: 1, name: 'Ada', passwordHash: 'x' };

/** A service whose only body and answer have one schema. */
function serviceOf(schema: unknown) {
  const save = { body: schema as Schema, response: { 200: schema as Schema } } satisfies RouteSchemas;
  @Controller('rows')
  class Rows {
    @Post('', save) save() {
      return row;
    }
    @Get('plain') plain() {
      return 'x';
    }
  }
  @Module({ controllers: [Rows] })
  class Root {}
  return { root: Root, info: { title: 'Rows', version: '1' } };
}

const check = (schema: unknown) =>
  checkService({ definition: serviceOf(schema), problems: [], sourceOf: () => null } as never, {
    asOf: new Date('2026-01-01'),
  }).map(problemLine);

async function save(schema: unknown, body: unknown) {
  await using app = await testApp(serviceOf(schema), { responses: 'project' });
  const response = await app.request('/rows', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.json()] as const;
}

const bodyOf = (schema: unknown) => {
  const definition = serviceOf(schema);
  return buildDocument(compileService(definition), definition).paths['/rows']!.post!.requestBody!.content[
    'application/json'
  ]!.schema;
};

const named = (value: unknown) => typeof (value as { name?: unknown })?.name === 'string';
const bare = (vendor: string, more: object = {}): Schema => ({
  '~standard': {
    version: 1,
    vendor,
    validate: (value) => (named(value) ? { value } : { issues: [{ message: 'A name is missing', path: ['name'] }] }),
    ...more,
  },
});

describe('a schema that nothing describes', () => {
  it('validates, is any value in documents, and svc check says what to do', async () => {
    const schema = bare('acme');
    expect(await save(schema, { name: 'Ada' })).toEqual([200, row]);
    expect(await save(schema, {})).toMatchObject([
      400,
      { errors: [{ in: 'body', path: 'name', message: 'A name is missing' }] },
    ]);
    expect(bodyOf(schema)).toEqual({});
    expect(check(schema)).toEqual([
      "warning undescribed-schema: Body of Rows.save() is a schema of acme without a description: documents show any value. Give its '~standard' a jsonSchema (Standard JSON Schema), or write it with Zod, Valibot or ArkType.",
      "warning undescribed-schema: Response 200 of Rows.save() is a schema of acme without a description: documents show any value, and it is sent with all its members. Give its '~standard' a jsonSchema (Standard JSON Schema), or write it with Zod, Valibot or ArkType.",
    ]);
    expect(() => reshape(schema, { before: bare('acme') })).toThrow(
      "A change finds its schemas by their JSON Schema, which a schema of acme does not have here. Give its '~standard' a jsonSchema",
    );
  });

  it('is described by its ~standard.jsonSchema, whichever library made it', async () => {
    const json = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
      required: ['name'],
    };
    const schema = bare('acme', { jsonSchema: { input: () => json, output: () => json } });
    expect(await save(schema, { name: 'Ada' })).toEqual([200, { id: 1, name: 'Ada' }]);
    expect(bodyOf(schema)).toEqual(json);
    expect(check(schema)).toEqual([]);
  });

  it('still validates where its converter throws, which svc check reports as the error that it is', async () => {
    const refuse = () => {
      throw new Error('no JSON for this');
    };
    const schema = bare('acme', { jsonSchema: { input: refuse, output: refuse } });
    expect(await save(schema, { name: 'Ada' })).toEqual([200, row]);
    expect(await save(schema, {})).toMatchObject([400, {}]);
    expect(check(schema)[0]).toBe(
      'error undescribable-schema: Body of Rows.save(): The schema is refused by the converter of acme (no JSON for this), which JSON Schema cannot describe. Write it with types that the converter knows.',
    );
  });

  it('asks the converter once for each side', async () => {
    let asked = 0;
    const count = () => {
      asked += 1;
      return { type: 'object', properties: { name: { type: 'string' } } };
    };
    const schema = bare('acme', { jsonSchema: { input: count, output: count } });
    await save(schema, { name: 'Ada' });
    bodyOf(schema);
    check(schema);
    expect(asked).toBe(2);
  });
});

describe('what JSON lacks', () => {
  it.each([
    ['Valibot', v.object({ items: v.array(v.object({ by: v.instance(Map) })) }), 'items[].by is of the kind instance'],
    ['ArkType', type({ items: type({ by: 'Map' }).array() }), 'items[].by is of the kind proto'],
    [
      'Zod 3',
      older.object({ items: older.array(older.object({ by: older.map(older.string(), older.number()) })) }),
      'items[].by is a Map',
    ],
  ])('is an error with its place: %s', (_library, schema, reason) => {
    expect(check(schema)[0]).toContain(
      `error undescribable-schema: Body of Rows.save(): ${reason}, which JSON Schema cannot`,
    );
    // The rest of such an answer is still held to its declaration.
    expect(projectionOf(schema)!({ items: [{ by: new Map(), extra: 1 }], extra: 2 })).toEqual({
      items: [{ by: new Map() }],
    });
  });

  it('is described by metadata in Valibot', () => {
    const blob = v.pipe(
      v.custom<Blob>(() => true),
      v.metadata({ type: 'string', format: 'binary' } as never),
    );
    expect(check(v.object({ blob }))).toEqual([]);
    expect(bodyOf(v.object({ blob }))).toMatchObject({ properties: { blob: { type: 'string', format: 'binary' } } });
  });

  it.each([
    ['Valibot', v.object({ at: v.date(), big: v.bigint() })],
    ['ArkType', type({ at: 'Date', big: 'bigint' })],
    ['Zod 3', older.object({ at: older.date(), big: older.bigint() })],
    ['Zod 4', z.object({ at: z.date(), big: z.bigint() })],
  ])('has words for dates and bigints: %s', (_library, schema) => {
    // Some libraries refuse the text of a date, which check reports.
    expect(check(schema).filter((line) => !line.startsWith('error document-differs-from-server:'))).toEqual([]);
    expect(bodyOf(schema)).toMatchObject({
      properties: { at: { type: 'string', format: 'date-time' }, big: { type: 'integer', format: 'int64' } },
      required: ['at', 'big'],
    });
    const at = new Date(0);
    expect(projectionOf(schema)!({ at, big: 1n, x: 1 })).toEqual({ at, big: 1n });
  });
});

it('waits for asynchronous schemas', async () => {
  const schema = v.objectAsync({
    id: v.optional(v.number()),
    name: v.pipeAsync(
      v.string(),
      v.checkAsync(async (name) => name !== 'Eve', 'Eve is taken'),
    ),
  });
  expect(await save(schema, { name: 'Ada' })).toEqual([200, { id: 1, name: 'Ada' }]);
  expect(await save(schema, { name: 'Eve' })).toMatchObject([
    400,
    { errors: [{ path: 'name', message: 'Eve is taken' }] },
  ]);
  expect(check(schema)).toEqual([]);
});

it('reads the schemas of two copies of one library', async () => {
  const other = createRequire(import.meta.url)('valibot') as typeof v;
  expect(other.object).not.toBe(v.object);
  const schema = other.object({ id: v.number(), name: other.string() });
  expect(await save(schema, { id: 1, name: 'Ada' })).toEqual([200, { id: 1, name: 'Ada' }]);
  expect(await save(schema, { id: 'x', name: 'Ada' })).toMatchObject([400, { errors: [{ path: 'id' }] }]);
});

describe('a change', () => {
  it.each([
    [
      'Valibot',
      () => {
        const Tree: v.GenericSchema<{ label: string; children: unknown[] }> = v.object({
          label: v.string(),
          children: v.lazy(() => v.array(Tree)),
        }) as never;
        const TreeV1 = v.object({ name: v.string(), children: v.lazy(() => v.array(Tree)) });
        return { Tree, TreeV1 };
      },
    ],
    [
      'ArkType',
      () => {
        const { Tree } = scope({ Tree: { label: 'string', children: 'Tree[]' } }).export();
        return { Tree, TreeV1: type({ name: 'string', children: Tree.array() }) };
      },
    ],
  ])('finds a schema that contains itself: %s', (_library, write) => {
    const { Tree, TreeV1 } = write() as { Tree: Schema; TreeV1: Schema };
    const schema = projectionOf(Tree)!;
    const tree = { label: 'a', children: [{ label: 'b', children: [], x: 1 }], x: 2 };
    expect(schema(tree)).toEqual({ label: 'a', children: [{ label: 'b', children: [] }] });
    type Node = { label: string; children: { name: string }[] };
    const rename = reshape(Tree as Schema<Node>, {
      before: TreeV1 as Schema<{ name: string; children: { name: string }[] }>,
      down: ({ label, ...node }) => ({ ...node, name: label }),
    });
    const versions = defineVersions(['1', { version: '2', changes: [change({ title: 'Labels', schemas: [rename] })] }]);
    expect(versions.down(Tree, { label: 'a', children: [{ label: 'b', children: [] }] }, '1')).toEqual({
      name: 'a',
      children: [{ name: 'b', children: [] }],
    });
  });

  it.each([
    [
      'Valibot',
      () => {
        const City = v.object({ city: v.string(), zip: v.string() });
        const Place = v.pipe(v.pipe(City, v.description('A place')), v.title('Place'));
        const User = v.object({ kind: v.literal('user'), home: v.optional(City), places: v.array(Place) });
        const Robot = v.object({ kind: v.literal('robot'), parts: v.record(v.string(), v.number()) });
        const Owner = v.variant('kind', [User, Robot]);
        const Page = v.object({ owners: v.array(Owner), first: v.nullable(Owner) });
        return { City, CityV1: v.object({ town: v.string(), zip: v.string() }), CityV2: v.string(), Page };
      },
    ],
    [
      'Zod 3',
      () => {
        const City = older.object({ city: older.string(), zip: older.string() });
        const User = older.object({ kind: older.literal('user'), home: City.optional(), places: older.array(City) });
        const Robot = older.object({ kind: older.literal('robot'), parts: older.record(older.number()) });
        const Owner = older.discriminatedUnion('kind', [User, Robot]);
        const Page = older.object({ owners: older.array(Owner), first: Owner.nullable() });
        return {
          City,
          CityV1: older.object({ town: older.string(), zip: older.string() }),
          CityV2: older.string(),
          Page,
        };
      },
    ],
    [
      'ArkType',
      () => {
        const City = type({ city: 'string', zip: 'string' });
        const User = type({ kind: "'user'", 'home?': City, places: City.array() });
        const Robot = type({ kind: "'robot'", parts: { '[string]': 'number' } });
        const Owner = User.or(Robot);
        const Page = type({ owners: Owner.array(), first: Owner.or('null') });
        return { City, CityV1: type({ town: 'string', zip: 'string' }), CityV2: type('string'), Page };
      },
    ],
  ])(
    'finds a schema in lists, unions, records and optional members, over two versions: %s',
    async (_library, write) => {
      const { City, CityV1, CityV2, Page } = write() as unknown as Readonly<Record<string, Schema<never, never>>>;
      const versions = defineVersions([
        '1',
        {
          version: '2',
          changes: [
            change({
              title: 'A place is an object',
              schemas: [
                reshape(CityV1!, {
                  before: CityV2!,
                  down: (({ town }: { town: string }) => town) as never,
                  up: ((town: string) => ({ town, zip: '' })) as never,
                }),
              ],
            }),
          ],
        },
        {
          version: '3',
          changes: [
            change({
              title: 'A town is a city',
              schemas: [
                reshape(City!, {
                  before: CityV1!,
                  down: (({ city, zip }: { city: string; zip: string }) => ({ town: city, zip })) as never,
                  up: (({ town, zip }: { town: string; zip: string }) => ({ city: town, zip })) as never,
                }),
              ],
            }),
          ],
        },
      ]);
      const exchange = { body: Page as Schema, response: { 200: Page as Schema } } satisfies RouteSchemas;
      @Controller('pages')
      class Pages {
        @Post('', exchange) echo({ body }: { body: unknown }) {
          return body as object;
        }
      }
      @Module({ controllers: [Pages] })
      class Root {}
      const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '3', versions } as const;
      await using app = await testApp(Root, { versioning });
      const echoed = async (version: string, body: unknown) => {
        const response = await app.request('/pages', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-version': version },
          body: JSON.stringify(body),
        });
        return response.json();
      };
      const pageWith = (place: (name: string) => unknown) => ({
        owners: [
          { kind: 'user', places: [place('Ulm'), place('Bonn')] },
          { kind: 'robot', parts: { arm: 2 } },
          { kind: 'user', home: place('Kiel'), places: [] },
        ],
        first: null,
      });
      const shapes = {
        '3': pageWith((city) => ({ city, zip: '' })),
        '2': pageWith((town) => ({ town, zip: '' })),
        '1': pageWith((town) => town),
      };
      for (const [version, shape] of Object.entries(shapes)) expect(await echoed(version, shape)).toEqual(shape);
      expect(await echoed('1', shapes['3'])).toMatchObject({ status: 400, errors: expect.anything() });
      const wrong = { owners: [{ kind: 'robot', parts: { arm: 'x' } }], first: null };
      expect(await echoed('1', wrong)).toMatchObject({
        status: 400,
        errors: [{ path: expect.stringMatching(/^owners\.0/) as string }],
      });
    },
  );

  it('tells equal types of ArkType apart by their ids', () => {
    const User = type({ name: 'string' }).configure({ id: 'User' });
    const Team = type({ name: 'string' }).configure({ id: 'Team' });
    const Page = type({ user: User, team: Team, other: { name: 'string' } });
    const rename = reshape(User, { before: type({ nick: 'string' }), down: ({ name }) => ({ nick: name }) });
    const versions = defineVersions(['1', { version: '2', changes: [change({ title: 'Nicks', schemas: [rename] })] }]);
    const page = { user: { name: 'a' }, team: { name: 'b' }, other: { name: 'c' } };
    expect(versions.down(Page, page, '1')).toEqual({ user: { nick: 'a' }, team: { name: 'b' }, other: { nick: 'c' } });
  });

  it('of another library has no short forms, and says what to write', () => {
    expect(() => renamed(v.object({ a: v.string() }) as never, { a: 'b' } as never)).toThrow(
      'renamed() takes an object schema of Zod 4, but received a schema of valibot. Write reshape(schema, { before, down, up }).',
    );
  });

  it('may replace a schema of one library by one of another', () => {
    const User = v.object({ first: v.string() });
    const versions = defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Names',
            schemas: [
              reshape(User, {
                before: z.object({ name: z.string() }),
                down: ({ first }) => ({ name: first }),
                up: ({ name }) => ({ first: name }),
              }),
            ],
          }),
        ],
      },
    ]);
    expect(versions.down(User, { first: 'Ada' }, '1')).toEqual({ name: 'Ada' });
    expect(versions.up(User, { name: 'Ada' }, '1')).toEqual({ first: 'Ada' });
    expect(versions.schemaOf(User, '2')).toBe(User);
  });
});
