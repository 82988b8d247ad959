import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import * as v from 'valibot';
import { listChanges } from '../../src/laws/list-subjects.js';
import { compileService } from '../../src/export/compile-service.js';
import { buildDocument } from '../../src/export/document/build-document.js';
import {
  added,
  change,
  Controller,
  defineVersions,
  type Input,
  internal,
  Module,
  Put,
  renamed,
  reshape,
} from '../../src/index.js';
import { capture } from '../../src/cli/testing/capture-io.js';
import { testApp } from '../../src/testing/index.js';
import { runs } from '../property-runs.js';

const Price = z.object({ net: z.int(), margin: internal(z.int()) }).meta({
  id: 'Price',
  examples: [{ net: 1, margin: 7 }],
});
const Item = z.object({
  name: z.string(),
  tax: internal(z.int()).optional(),
  price: Price,
  older: z.array(Price).default([{ net: 2, margin: 8 }]),
});
const gross = change({
  title: 'A price is net',
  schemas: [
    reshape(Price, {
      before: z.object({ gross: z.int(), secret: internal(z.int()) }),
      down: ({ net, margin }) => ({ gross: net + margin, secret: margin }),
      up: ({ gross }) => ({ net: gross }),
      loses: { up: ['gross'], down: ['net'] },
    }),
  ],
});
const versions = defineVersions(['1', { version: '2', changes: [gross] }, { version: '3', changes: [] }]);
const NewItem = Item.omit({ tax: true });
const replace = { body: NewItem, response: Item };

@Controller('items')
class ItemsController {
  static body: unknown;
  @Put('first', replace)
  replace({ body }: Input<typeof replace>) {
    ItemsController.body = body;
    return { name: 'a', tax: 9, price: { net: 1, margin: 2 }, older: [{ net: 3, margin: 4 }] };
  }
}

@Module({ controllers: [ItemsController] })
class ItemsModule {}

const definition = {
  root: ItemsModule,
  info: { title: 'Items', version: '1' },
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '3', versions },
} as const;

describe('an internal member', () => {
  const put = async (version: string, body: unknown) => {
    const { app, close } = await testApp(definition);
    try {
      const response = await app.request('/items/first', {
        method: 'PUT',
        headers: { 'X-API-Version': version, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json(), got: ItemsController.body };
    } finally {
      await close();
    }
  };

  it('is sent to nobody, and read by the way down', async () => {
    const sent = { name: 'a', price: { net: 1, margin: 5 } };
    expect(await put('3', sent)).toEqual({
      status: 200,
      body: { name: 'a', price: { net: 1 }, older: [{ net: 3 }] },
      got: { name: 'a', price: { net: 1 }, older: [{ net: 2 }] },
    });
    expect(await put('1', { name: 'a', price: { gross: 3, secret: 1 } })).toEqual({
      status: 200,
      body: { name: 'a', price: { gross: 3 }, older: [{ gross: 7 }] },
      got: { name: 'a', price: { net: 3 }, older: [{ net: 2 }] },
    });
  });

  it('is in no document', () => {
    const table = compileService(definition);
    expect(table.problems).toEqual([]);
    for (const version of ['1', '2', '3']) {
      const text = JSON.stringify(buildDocument(table, { ...definition, apiVersion: version } as never));
      expect(text).not.toMatch(/margin|secret|tax/);
      expect(text).toContain('"Price"');
      expect(text).not.toContain('null}');
    }
  });

  it('is what svc explain says is not sent', async () => {
    const argv = ['explain', 'PUT', '/items/first', '-H', 'Content-Type: application/json'];
    const { stdout } = await capture(argv, { cwd: 'fixtures/broken/internal-in-request' });
    expect(stdout).toContain('internal    cost: not sent');
  });

  it('has to be returned', () => {
    expectTypeOf<z.output<typeof Price>>().toEqualTypeOf<{ net: number; margin: number }>();
    // @ts-expect-error: the margin is missing
    const price: z.output<typeof Price> = { net: 1 };
    expect(price).toEqual({ net: 1 });
  });

  it('is drawn by the laws for the way down alone', () => {
    const [{ subjects }] = listChanges(versions, compileService(definition).routes) as never as [
      { subjects: { ways: { direction: string; input: { schema: z.ZodObject } }[] }[] },
    ];
    const members = subjects[0]!.ways.map(({ direction, input }) => [direction, Object.keys(input.schema.shape)]);
    expect(members).toEqual([
      ['down', ['net', 'margin']],
      ['up', ['gross']],
    ]);
  });

  it('is a member of an object of Zod 4', () => {
    expect(() => internal(v.string() as never)).toThrow(
      'internal() takes a schema of Zod 4, but received a schema of valibot. Write z.object({ cost: internal(z.number()) }).',
    );
    expect(() => internal(null as never)).toThrow('internal() takes a schema of Zod 4, but received null.');
    expect(() => internal({} as never)).toThrow('internal() takes a schema of Zod 4, but received an object.');
  });
});

/** A schema, its values, and what clients see of them. */
interface Known {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
  readonly seen: (value: never) => unknown;
}

const leaf: fc.Arbitrary<Known> = fc.constant({ schema: z.string(), value: fc.string(), seen: (value) => value });
const { known } = fc.letrec<{ known: Known; object: Known }>((tie) => ({
  known: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('object'),
    tie('object').map(({ schema, value, seen }) => ({
      schema: z.array(schema),
      value: fc.array(value, { maxLength: 3 }),
      seen: (list: never[]) => list.map(seen),
    })),
    tie('object').map(({ schema, value, seen }) => ({
      schema: schema.nullable(),
      value: fc.option(value),
      seen: (one: never) => one && seen(one),
    })),
    tie('object').map(({ schema, value, seen }) => ({
      schema: z.record(z.string(), schema),
      value: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), value, { maxKeys: 2 }),
      seen: (map: Record<string, never>) =>
        Object.fromEntries(Object.entries(map).map(([name, one]) => [name, seen(one)])),
    })),
    fc.tuple(tie('object'), leaf).map(([one, other]) => ({
      schema: z.union([one.schema, other.schema]),
      value: fc.oneof(one.value, other.value),
      seen: (value: never) => (typeof value === 'string' ? value : one.seen(value)),
    })),
  ) as fc.Arbitrary<Known>,
  object: fc
    .record({
      members: fc.array(fc.tuple(fc.constantFrom('open', 'hidden', 'maybe hidden'), tie('known')), {
        minLength: 1,
        maxLength: 4,
      }),
      isStrict: fc.boolean(),
    })
    .map(({ members, isStrict }) => {
      const named = members.map(([kind, one], index) => ({
        name: kind === 'open' ? `open${index}` : `hidden${index}`,
        ...one,
        schema: kind === 'open' ? one.schema : internal(kind === 'hidden' ? one.schema : one.schema.optional()),
        isOpen: kind === 'open',
      }));
      const shape = Object.fromEntries(named.map(({ name, schema }) => [name, schema]));
      return {
        schema: isStrict ? z.strictObject(shape) : z.object(shape),
        value: fc.record(Object.fromEntries(named.map(({ name, value }) => [name, value]))),
        seen: (value: Record<string, never>) =>
          Object.fromEntries(
            named.filter(({ isOpen }) => isOpen).map(({ name, seen }) => [name, seen(value[name] as never)]),
          ),
      };
    }) as fc.Arbitrary<Known>,
}));

describe('random schemas with internal members', () => {
  it('show them in no answer and no document of any version, and take them from no request', async () => {
    const world = known.chain((one) => fc.record({ one: fc.constant(one), value: one.value }));
    await fc.assert(
      fc.asyncProperty(world, async ({ one: { schema, seen }, value }) => {
        const Root = z.object({ id: z.string(), note: internal(z.string()), inner: schema }).meta({ id: 'Root' });
        const noted = added(Root, { note: 'n' });
        const list = defineVersions([
          '1',
          { version: '2', changes: [change({ title: 'Id', schemas: [renamed(noted.before, { id: 'key' })] })] },
          { version: '3', changes: [change({ title: 'Note', schemas: [noted] })] },
        ]);
        const both = { body: Root, response: Root };
        let got: unknown;
        @Controller('roots')
        class Roots {
          @Put('one', both) one({ body }: Input<typeof both>) {
            got = body;
            return { id: 'a', note: 'hidden', inner: value };
          }
        }
        @Module({ controllers: [Roots] })
        class Root_ {}
        const service = {
          root: Root_,
          info: { title: 'Roots', version: '1' },
          versioning: { type: 'header', header: 'V', defaultVersion: '3', versions: list },
        } as const;
        const table = compileService(service);
        const inner = seen(value as never);
        const { app, close } = await testApp(service);
        try {
          for (const version of ['1', '2', '3']) {
            const document = JSON.stringify(buildDocument(table, { ...service, apiVersion: version } as never));
            expect(document).not.toMatch(/hidden|"note"/);
            const response = await app.request('/roots/one', {
              method: 'PUT',
              headers: { V: version, 'Content-Type': 'application/json' },
              body: JSON.stringify({ [version === '1' ? 'key' : 'id']: 'b', inner }),
            });
            const text = await response.text();
            expect([response.status, JSON.parse(text)]).toEqual([
              200,
              { [version === '1' ? 'key' : 'id']: 'a', inner: JSON.parse(JSON.stringify(inner)) as unknown },
            ]);
            expect(JSON.stringify(got)).toBe(JSON.stringify({ id: 'b', inner }));
          }
        } finally {
          await close();
        }
      }),
      runs(25),
    );
  });
});
