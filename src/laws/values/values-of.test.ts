import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { findMisfits } from '../../schema/find-misfits.js';
import { showValue } from '../show.js';
import type { Drawing } from './drawing.js';
import { seriesOf } from './series.js';
import { valuesOf } from './values-of.js';

interface Tree {
  readonly label: string;
  readonly children: readonly Tree[];
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ label: z.string(), children: z.array(Tree) }));
const Linked = z.object({
  id: z.int(),
  get next() {
    return Linked.nullable();
  },
});

const schemas: Readonly<Record<string, z.ZodType>> = {
  string: z.string(),
  'string with length': z.string().min(3).max(5),
  'string with pattern': z.string().regex(/^[A-Z]{2}-\d{3}$/),
  'string with prefix': z.string().startsWith('id_'),
  'trimmed string': z.string().trim().toLowerCase().min(1),
  email: z.email(),
  'format of its own': z.stringFormat('constructor', /^x{2}$/),
  'older email': z.string().email().max(60),
  url: z.url(),
  uuid: z.uuid(),
  uuidv7: z.uuidv7(),
  datetime: z.iso.datetime(),
  'datetime with precision': z.iso.datetime({ precision: 3, offset: true }),
  date: z.iso.date(),
  time: z.iso.time(),
  duration: z.iso.duration(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  cidr: z.cidrv4(),
  base64: z.base64(),
  jwt: z.jwt(),
  ulid: z.ulid(),
  nanoid: z.nanoid(),
  e164: z.e164(),
  hostname: z.hostname(),
  emoji: z.emoji(),
  template: z.templateLiteral(['v', z.number()]),
  number: z.number(),
  'bounded number': z.number().min(0).max(0.1),
  int: z.int().min(-3).lt(9),
  multiple: z.number().multipleOf(0.05).positive(),
  bigint: z.bigint().min(5n),
  'date object': z.date().min(new Date('2026-01-01')),
  coerced: z.coerce.number().int(),
  boolean: z.boolean(),
  literal: z.literal(['a', 1, null]),
  enum: z.enum(['small', 'large']),
  nullish: z.string().nullish(),
  array: z.array(z.int()).min(2).max(4),
  set: z.set(z.enum(['a', 'b', 'c'])),
  map: z.map(z.string(), z.int()),
  tuple: z.tuple([z.int(), z.string()], z.boolean()),
  record: z.record(z.string().regex(/^[a-z]+$/), z.int()),
  'record over an enum': z.record(z.enum(['a', 'b']), z.int()),
  'partial record': z.partialRecord(z.enum(['a', 'b']), z.int()),
  object: z.object({ a: z.int(), b: z.string().optional(), c: z.array(z.string()).default([]) }),
  'strict object': z.strictObject({ a: z.int() }),
  'loose object': z.looseObject({ a: z.int() }),
  'object with a catchall': z.object({ a: z.int() }).catchall(z.string()),
  'refined object': z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to),
  union: z.union([z.string(), z.object({ a: z.int() })]),
  'discriminated union': z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cat'), lives: z.int() }),
    z.object({ kind: z.literal('dog'), name: z.string() }),
  ]),
  intersection: z.object({ a: z.int() }).and(z.object({ b: z.string() })),
  recursive: Tree,
  'recursive through a getter': Linked,
  pipe: z.string().pipe(z.enum(['a', 'b'])),
  codec: z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  }),
  transform: z.string().transform((text) => text.length),
  preprocess: z.preprocess((value) => Number(value), z.int()),
  catch: z.int().catch(0),
  readonly: z.array(z.int()).readonly(),
  'branded and described': z.string().min(1).brand('Name').describe('a name').meta({ id: 'ValuesOfName' }),
  'custom with examples': z.custom<string>((value) => value === 'x').meta({ examples: ['x'] }),
  any: z.any(),
};

const bounds = { today: new Date('2026-11-21T12:00:00Z') };

/** A transform has no schema for what it returns. */
const isOpaque = (name: string) => ['transform', 'set', 'map', 'any', 'custom with examples'].includes(name);

describe('values of a schema', () => {
  it.each(Object.entries(schemas))('fit it: %s', (name, schema) => {
    const { any, each } = valuesOf(schema);
    for (const values of [any, ...each])
      fc.assert(
        fc.property(values, (value) => {
          const { wrong, surplus } = findMisfits(schema, value);
          expect(wrong.map(({ message }) => `${showValue(value)}: ${message}`)).toEqual([]);
          expect(surplus).toEqual([]);
        }),
        runs(20),
      );
    expect(isOpaque(name) || fc.sample(any, { seed: 1, numRuns: 5 }).length === 5).toBe(true);
  });

  it.each(Object.entries(schemas))('fit it at its bounds, and as input: %s', (_, schema) => {
    const drawn = (side: Drawing['side']) => {
      const { any, each } = valuesOf(schema, { words: ['9', 'a'], bounds, side });
      return [any, ...each].flatMap((one) => fc.sample(one, { seed: 1, numRuns: 2 }));
    };
    const misfits = drawn('output').flatMap((value) => findMisfits(schema, value).wrong.map(() => showValue(value)));
    expect(misfits).toEqual([]);
    const refused = drawn('input').filter((value) => !schema.safeParse(value).success);
    expect(refused.map(showValue)).toEqual([]);
  });

  it.each<readonly [string, z.ZodType, readonly unknown[]]>([
    ['declared bounds and their neighbours', z.int().min(3).max(1000), [3, 4, 999, 1000]],
    ['what only looks like nothing', z.number().nullable(), [0, -0, null]],
    ['fractions and 32 bits', z.number(), [0.1, 1 / 3, 2 ** 31]],
    ['numbers of the code', z.int(), [41, 42, 43]],
    [
      'texts of the code, digits, nothing, and very long ones',
      z.string(),
      ['none', 'anoneb', '7', '', 'a'.repeat(2100)],
    ],
    ['the longest text', z.string().max(60), ['a'.repeat(60)]],
    ['today and the ends of months', z.iso.date(), ['2026-11-21', '2024-02-29', '2026-01-31']],
    ['no items, equal items, and many', z.array(z.literal('a')), [[], ['a', 'a'], Array<string>(120).fill('a')]],
    ['the fewest and the most items', z.array(z.literal('a')).min(1).max(40), [['a'], Array<string>(40).fill('a')]],
  ])('start with %s', (_, schema, expected) => {
    const { each } = valuesOf(schema, { words: ['none', '42'], bounds, side: 'output' });
    const first = each.map((one) => fc.sample(one, { seed: 1, numRuns: 1 })[0]);
    expect(expected.filter((value) => !first.some((one) => isDeepStrictEqual(one, value)))).toEqual([]);
  });

  it('leave out what has a default, as input', () => {
    const schema = z.object({ sort: z.string().default('name'), limit: z.int().prefault(20) });
    const { each } = valuesOf(schema, { words: [], bounds, side: 'input' });
    expect(each.flatMap((one) => fc.sample(one, { seed: 1, numRuns: 1 }))).toContainEqual({});
    expect(fc.sample(valuesOf(schema).any, { seed: 1, numRuns: 20 })).not.toContainEqual({});
  });

  it('come one after another in a run, then any, and shrink to the plainest', () => {
    const { leading, start } = seriesOf(valuesOf(z.int().min(3).max(1000), { words: [], bounds, side: 'output' }));
    const seen: unknown[] = [];
    const fails = fc.property(start(), (value) => {
      seen.push(value);
      return Number(value) < 500;
    });
    const { counterexample } = fc.check(fails, { seed: 1, numRuns: leading });
    expect(seen.slice(0, 4)).toEqual([7, 10, 3, 4]);
    expect(counterexample).toEqual([500]);
  });

  it('are the same for the same seed', () => {
    const drawn = () => fc.sample(valuesOf(schemas['object']).any, { seed: 7, numRuns: 30 }).map(showValue);
    expect(drawn()).toEqual(drawn());
  });

  it('cover each union option, enum value, and optional member present and absent', () => {
    const schema = z.object({
      size: z.enum(['s', 'm', 'l']),
      nick: z.string().optional(),
      tags: z.array(z.union([z.int(), z.null()])),
    });
    const covered = valuesOf(schema).each.map(
      (one) => fc.sample(one, { seed: 1, numRuns: 1 })[0] as z.output<typeof schema>,
    );
    expect(new Set(covered.map(({ size }) => size))).toEqual(new Set(['s', 'm', 'l']));
    expect(new Set(covered.map(({ nick }) => nick === undefined))).toEqual(new Set([true, false]));
    expect(new Set(covered.map(({ tags }) => (tags.length === 0 ? 'none' : typeof tags[0])))).toEqual(
      new Set(['none', 'number', 'object']),
    );
  });

  it.each([
    [z.object({ avatar: z.file() }), 'avatar is a file, whose values cannot be generated'],
    [z.array(z.object({ at: z.instanceof(URL) })), '[].at is a custom schema, whose values cannot be generated'],
    [z.object({ code: z.string().refine(() => false) }), 'code has checks that refuse every generated text'],
    [z.object({ code: z.string().regex(/^(?=a)b$/) }), 'code has no text that could be found to match /^(?=a)b$/'],
    [z.object({ a: z.never() }), 'the schema has no finite value'],
  ])('name the place that has none', (schema, message) => {
    const draw = () => fc.sample(valuesOf(schema).any, { seed: 1, numRuns: 5 });
    expect(draw).toThrow(message);
  });
});
