import fc, { type Arbitrary, type GeneratorValue } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import type { Hop } from '../../changes/hop.js';
import { type Reshape, reshape } from '../../changes/reshape.js';
import { reshapes } from '../../changes/reshapes.js';
import { added, removed, renamed } from '../../changes/short-forms.js';
import { hopsTo, lower, loweringThrough } from '../../changes/through-hops.js';
import { fitsOf } from '../../schema/fits.js';
import { internal } from '../../schema/internal.js';
import { projectionOf } from '../../schema/project.js';
import { textWay } from './text-way.js';

/** Both ways down, by the text and by its value; the second is the oracle. */
function waysOf(schema: z.ZodType, changes: readonly (readonly Reshape[])[]) {
  const names = changes.map((_, index) => String(index + 1));
  const versions = defineVersions([
    names[0]!,
    ...changes.slice(1).map((schemas, index) => ({
      version: names[index + 1]!,
      changes: schemas.map((one, place) =>
        change({ title: `Change ${place} of ${names[index + 1]!}`, schemas: [one] }),
      ),
    })),
  ] as never);
  const hops: readonly Hop[] = hopsTo(versions as never, '1');
  const shown = versions.schemaOf(schema, '1') as z.ZodType;
  const [fits, conversions, project] = [fitsOf(schema), loweringThrough(schema, hops), projectionOf(shown)];
  return {
    convert: textWay(schema, hops, shown),
    byValue: (value: unknown): string | null => {
      if (!fits(value)) return null;
      const lowered = lower(conversions, value);
      return JSON.stringify(project ? project(lowered) : lowered);
    },
  };
}

const oneChange = (schema: z.ZodType, ...declared: Reshape[]) => waysOf(schema, [[], declared]).convert;

const Book = z.object({ title: z.string(), pages: z.int().optional(), tags: z.array(z.string()) });
const Phone = z.string();
const Loose = z.looseObject({ title: z.string() });
const named = oneChange(z.array(Book), renamed(Book, { title: 'name' }))!;
const fewer = oneChange(Book, added(Book, { pages: 1, tags: [] }))!;

describe('a text', () => {
  it('gets the older names', () => {
    expect(named('[{"title":"A","tags":["x"]},{"pages":1,"title":"B","tags":[]}]')).toBe(
      '[{"name":"A","tags":["x"]},{"pages":1,"name":"B","tags":[]}]',
    );
  });

  it.each([
    ['{"title":"A","pages":1,"tags":[]}', '{"title":"A"}'],
    ['{"pages":1,"title":"A","tags":[]}', '{"title":"A"}'],
    ['{"pages":1,"tags":["a"],"title":"A"}', '{"title":"A"}'],
    ['{"extra":{"a":[1,{}]},"title":"A","other":"\\u0041","tags":[]}', '{"title":"A"}'],
  ])('loses what the older shape does not have: %s', (text, older) => {
    expect(fewer(text)).toBe(older);
  });

  it.each([
    ['escapes', '[{"title":"\\u0041\\n","tags":[]}]'],
    ['white space', ' [ { "title" : "A" ,\n"tags" : [ ] , "pages":\t1 } ]\r\n'],
    ['numbers', '[{"title":"A","tags":[],"pages":1e3},{"pages":-0,"title":"A","tags":[]}]'],
  ])('keeps its %s', (_, text) => {
    expect(named(text)).toBe(text.replaceAll('"title"', '"name"'));
  });

  it('may have escapes in its names', () => {
    expect(named('[{"t\\u0069tle":"A","t\\u0061gs":[]}]')).toBe('[{"name":"A","t\\u0061gs":[]}]');
  });

  it.each([
    ['{ "pages" : 1 , "title" : "A" , "tags" : [] }', '{ "title" : "A" }'],
    ['{ "title" : "A" , "pages" : 1 , "tags" : [] }', '{ "title" : "A" }'],
    ['{"tags": [], "title": "A", "pages": 1}', '{"title": "A"}'],
  ])('loses members with the white space around them: %s', (text, older) => {
    expect(fewer(text)).toBe(older);
  });

  it.each([
    ['', 'nothing'],
    ['[{"title":1,"tags":[]}]', 'another type'],
    ['[{"tags":[]}]', 'a missing member'],
    ['[{"title":"A","title":"B","tags":[]}]', 'a member twice'],
    ['[{"title":"A","tags":[]}', 'an open list'],
    ['[{"title":"A","tags":[]}]\u00a0', 'a character behind it that is no white space'],
    ['[{"title":"A","tags":[]}]]', 'more than a value'],
    ['[{"title":"A","tags":[],}]', 'a comma too many'],
    ['[{"title":"A" "tags":[]}]', 'a comma too few'],
    ['[{"title":"\\x","tags":[]}]', 'a wrong escape'],
    ['[{"title":"\n","tags":[]}]', 'a control character in a string'],
    ['[{"title":"A","tags":[],"pages":01}]', 'a zero in front'],
    ['[{"title":"A","tags":[],"pages":1.}]', 'a point alone'],
    ['[{"title":"A","tags":[],"pages":1e}]', 'an exponent without digits'],
    ['[{"title":"A","tags":[],"pages":1e+}]', 'an exponent with a sign alone'],
    ['[{"title":"A","tags":[],"pages":1.5}]', 'no integer'],
    ['[{"title":"A","tags":[],"pages":-}]', 'a sign alone'],
    ['[{"title":"A","tags":[],"pages":9007199254740993}]', 'an integer that is not safe'],
    ['\ufeff[]', 'a byte order mark'],
    [`[{"title":"A","tags":[],"x":${'['.repeat(300)}${']'.repeat(300)}}]`, 'very deep values'],
  ])('is left to the parser: %s (%s)', (text) => {
    expect(named(text)).toBeNull();
  });

  it('has more members than bits', () => {
    const members = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`member${index}`, z.int()]));
    const Many = z.object(members);
    const convert = oneChange(Many, renamed(Many, { member69: 'last' }))!;
    const text = JSON.stringify(Object.fromEntries(Object.keys(members).map((name, index) => [name, index])));
    expect(convert(text)).toBe(text.replace('member69', 'last'));
    expect(convert(text.replace('member68', 'member67'))).toBeNull();
    expect(convert(text.replace('"member40":40,', ''))).toBeNull();
  });

  it('is held to the length of a list', () => {
    const convert = oneChange(z.array(Book).min(1).max(2), renamed(Book, { title: 'name' }))!;
    const book = '{"title":"A","tags":[]}';
    expect([`[${book}]`, `[${book},${book}]`].map(convert)).toEqual([1, 2].map(() => expect.any(String)));
    expect(['[]', `[${book},${book},${book}]`].map(convert)).toEqual([null, null]);
  });

  it('does not show what is internal', () => {
    const Priced = z.object({ title: z.string(), cost: internal(z.int()) });
    const convert = oneChange(Priced, renamed(Priced, { title: 'name' }))!;
    expect(convert('{"title":"A","cost":1}')).toBe('{"name":"A"}');
  });

  it.each(['-123456789012345.5', '1234567890123456789', '0.30000000000000004441', '1.10', '1E400', '-1e-2'])(
    'keeps the digits of %s',
    (size) => {
      const Sized = z.object({ title: z.string(), size: z.number() });
      const convert = oneChange(Sized, renamed(Sized, { title: 'name' }))!;
      expect(convert(`{"title":"A","size":${size}}`)).toBe(`{"name":"A","size":${size}}`);
    },
  );

  it('is left to the parser where it goes deep into a schema that contains itself', () => {
    const Tree = z.object({
      label: z.string(),
      get branches(): z.ZodType {
        return z.array(Tree).optional();
      },
    });
    const convert = oneChange(Tree, renamed(Tree, { label: 'name' }))!;
    const tree = (depth: number, name: string) =>
      `{"${name}":"","branches":[`.repeat(depth) + `{"${name}":""}` + ']}'.repeat(depth);
    expect(convert(tree(100, 'label'))).toBe(tree(100, 'name'));
    expect(convert(tree(100_000, 'label'))).toBeNull();
  });

  it('leaves an undeclared member with an older name to the parser where such members are kept', () => {
    const convert = oneChange(Loose, renamed(Loose, { title: 'name' }))!;
    expect(convert('{"title":"A","more":[1]}')).toBe('{"name":"A","more":[1]}');
    expect(convert('{"title":"A","name":"B"}')).toBeNull();
  });
});

describe('a way for texts', () => {
  it.each<[string, z.ZodType, (schema: z.ZodType) => Reshape]>([
    [
      'reshape()',
      Book,
      () => reshape(Book, { before: z.object({ name: z.string() }), down: ({ title }) => ({ name: title }) }),
    ],
    ['removed()', Book, () => removed(Book, { isbn: z.string() }, { down: () => ({ isbn: '' }) })],
    ['a change in a union', z.union([Book, z.string()]), () => renamed(Book, { title: 'name' })],
    [
      'undeclared members with a schema',
      z.object({ title: z.string() }).catchall(z.object({ id: z.int() })),
      (schema) => renamed(schema as z.ZodObject, { title: 'name' }),
    ],
    [
      'a change of undeclared members',
      z.object({ book: Book }).catchall(Phone),
      () => reshape(Phone, { before: z.int(), down: (phone) => phone.length }),
    ],
    ['a change in what is refined', z.array(Book).refine(() => true), () => renamed(Book, { title: 'name' })],
  ])('does not exist for %s', (_, schema, declare) => {
    expect(oneChange(schema, declare(schema))).toBeNull();
  });

  it('parses what has more to it, and nothing else', () => {
    const Shelf = z.object({
      label: z.string(),
      sizes: z.array(z.int()).refine((sizes) => sizes.length < 3),
      owner: z.union([z.object({ id: z.int() }), z.string()]),
    });
    const convert = oneChange(Shelf, renamed(Shelf, { label: 'name' }))!;
    expect(convert('{"label":"A","sizes":[1,2],"owner":{"id":1,"secret":2}}')).toBe(
      '{"name":"A","sizes":[1,2],"owner":{"id":1}}',
    );
    expect(convert('{"label":"A","sizes":[1,2,3],"owner":"B"}')).toBeNull();
  });
});

type Draw = GeneratorValue;
/** A schema and what fits it. */
interface Sample {
  readonly schema: z.ZodType;
  readonly values: Arbitrary<unknown>;
}

const scalars: readonly Sample[] = [
  { schema: z.string(), values: fc.oneof(fc.string(), fc.string({ unit: 'binary' })) },
  { schema: z.string().min(2).max(5), values: fc.string({ minLength: 2, maxLength: 5 }) },
  { schema: z.iso.date(), values: fc.constantFrom('2026-01-31', '1999-12-01') },
  { schema: z.enum(['a', 'b"c']), values: fc.constantFrom('a', 'b"c') },
  { schema: z.int(), values: fc.oneof(fc.integer(), fc.maxSafeInteger()) },
  { schema: z.number().min(0), values: fc.double({ noNaN: true, min: 0, noDefaultInfinity: true }) },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.null(), values: fc.constant(null) },
  { schema: z.literal([1, 'x', null]), values: fc.constantFrom(1, 'x', null) },
  { schema: z.union([z.string(), z.int()]), values: fc.oneof(fc.string(), fc.integer()) },
  { schema: z.unknown(), values: fc.jsonValue() as Arbitrary<unknown> },
];
const memberNames = ['id', 'title', 'constructor', 'naïve', 'a"b', '', 'z'];

/** Schemas whose objects have changes that only give names, with what fits them. */
class Plan {
  readonly changes: Reshape[][] = [[], [], []];

  constructor(readonly draw: Draw) {}

  #oneOf = <T>(...values: readonly T[]): T => this.draw(() => fc.constantFrom(...values));

  sample(depth: number): Sample {
    const kind = depth === 0 ? 'scalar' : this.#oneOf('object', 'object', 'list', 'nullable', 'record', 'tree', 'lazy');
    switch (kind) {
      case 'scalar':
        return this.#oneOf(...scalars);
      case 'object':
        return this.object(depth);
      case 'list': {
        const { schema, values } = this.sample(depth - 1);
        const isBound = this.draw(fc.boolean);
        return {
          schema: isBound ? z.array(schema).max(2) : z.array(schema),
          values: fc.array(values, { maxLength: 3 }),
        };
      }
      case 'nullable': {
        const { schema, values } = this.sample(depth - 1);
        return { schema: schema.nullable(), values: fc.option(values) };
      }
      case 'record': {
        const { schema, values } = this.sample(depth - 1);
        const keys = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString'));
        return { schema: z.record(z.string(), schema), values: fc.dictionary(keys, values, { maxKeys: 3 }) };
      }
      case 'lazy': {
        const { schema, values } = this.sample(depth - 1);
        return { schema: z.lazy(() => schema), values };
      }
      case 'tree': {
        const Tree: z.ZodObject = z.object({
          label: z.string(),
          get branches() {
            return z.array(Tree).optional();
          },
        });
        this.change(Tree, ['label', 'branches']);
        const trees = (levels: number): Arbitrary<unknown> => {
          const branches = levels === 0 ? fc.constant([]) : fc.array(trees(levels - 1), { maxLength: 2 });
          return fc.record({ label: fc.string(), branches }, { requiredKeys: ['label'] });
        };
        return { schema: Tree, values: trees(3) };
      }
    }
  }

  object(depth: number): Sample {
    const names = this.draw(() => fc.uniqueArray(fc.constantFrom(...memberNames), { minLength: 1, maxLength: 4 }));
    const samples = names.map((name) => ({ name, ...this.sample(depth - 1), optional: this.draw(fc.boolean) }));
    const shape = Object.fromEntries(
      samples.map(({ name, schema, optional }) => [name, optional ? schema.optional() : schema]),
    );
    const isLoose = this.draw(fc.boolean);
    const schema: z.ZodObject = isLoose ? z.looseObject(shape) : z.object(shape);
    this.change(schema, names);
    const surplus = fc.dictionary(fc.constantFrom('extra', 'more', '__proto__'), fc.jsonValue(), { maxKeys: 1 });
    const declared = fc.record(Object.fromEntries(samples.map(({ name, values }) => [name, values])), {
      requiredKeys: samples.filter(({ optional }) => !optional).map(({ name }) => name),
    });
    return {
      schema,
      values: fc
        .tuple(surplus, declared, fc.boolean())
        .map(([more, own, isFirst]) => (isFirst ? { ...more, ...own } : { ...own, ...more })),
    };
  }

  /** Renames and leaves out some members, the newest version first. */
  change(schema: z.ZodObject, names: readonly string[]): void {
    let current: z.ZodObject = schema;
    let left = [...names];
    for (const version of [2, 1]) {
      const member = this.#oneOf(...left);
      const older = `${member}${version}`;
      const forms = this.#oneOf<readonly ('rename' | 'drop')[]>([], ['rename'], ['drop'], ['rename', 'drop']);
      if (forms.length === 0 || left.length === 0) continue;
      const parts = forms.map((form) => (one: z.ZodObject): Reshape => {
        if (form === 'rename') return renamed(one, { [member]: older } as never) as Reshape;
        const dropped = Object.keys(one.shape).at(-1)!;
        return added(one, { [dropped]: null } as never) as Reshape;
      });
      const declared = parts.length === 1 ? parts[0]!(current) : reshapes(current, ...(parts as never[]));
      this.changes[version]!.push(declared);
      current = declared.before as z.ZodObject;
      left = Object.keys(current.shape);
      if (left.length === 0) return;
    }
  }
}

/** A text that a parser reads as the same value, or nearly one. */
function writing(draw: Draw): (value: unknown) => string {
  const rarely = () => draw(() => fc.integer({ min: 0, max: 9 })) === 0;
  const space = draw(() => fc.constantFrom('', '', '', '', ' '));
  const escaped = (text: string) =>
    text.replaceAll(/[a-z]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${space}${value.map((one) => write(one) + space).join(`,${space}`)}]`;
    if (typeof value === 'string') return draw(fc.boolean) ? JSON.stringify(value) : escaped(JSON.stringify(value));
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).filter(([, own]) => own !== undefined);
    const twice = rarely() ? members.slice(0, 1) : [];
    return `{${space}${[...members, ...twice]
      .map(
        ([name, own]) =>
          `${rarely() ? escaped(JSON.stringify(name)) : JSON.stringify(name)}${space}:${space}${write(own)}${space}`,
      )
      .join(`,${space}`)}}`;
  };
  return (value) => space + write(value) + draw(() => fc.constantFrom('', '\n'));
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether nothing in a text is of a kind that is always left to the parser. */
const isPlain = (text: string) => !/\\/u.test(text);

/** A counterexample is not made smaller: that takes longer than to read it. */
const often = (count: number) => ({ ...runs(count), endOnFailure: true });

describe('the way of a text', () => {
  it('is that of its value', () => {
    let converted = 0;
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const plan = new Plan(draw);
        const { schema, values } = plan.sample(3);
        const { convert, byValue } = waysOf(schema, plan.changes);
        const value = draw(() => values);
        const text = JSON.stringify(value);
        const [older, expected] = [convert?.(text) ?? null, byValue(parse(text))];
        if (older !== null) {
          expect(parse(older), text).toEqual(parse(expected!));
          converted += 1;
        } else if (convert !== null && isPlain(text)) expect(expected, text).toBeNull();
      }),
      often(300),
    );
    expect(converted).toBeGreaterThan(100);
  });

  it('is that of its value, or none, for whatever is written', () => {
    let converted = 0;
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const plan = new Plan(draw);
        const { schema, values } = plan.sample(2);
        const { convert, byValue } = waysOf(schema, plan.changes);
        const written = writing(draw)(draw(() => values));
        const at = draw(() => fc.nat(written.length));
        const broken = draw(() =>
          fc.constantFrom('', '', '', '', '', '"', ',', '}', '0', '-', '\\', '\u0000', 'null', '{"a":1}'),
        );
        const text = written.slice(0, at) + broken + written.slice(at + draw(() => fc.constantFrom(0, 0, 0, 1)));
        const older = convert?.(text) ?? null;
        if (older === null) return;
        converted += 1;
        const value = parse(text);
        expect(value, text).not.toBeUndefined();
        expect(parse(older), text).toEqual(parse(byValue(value)!));
      }),
      often(600),
    );
    expect(converted).toBeGreaterThan(50);
  });
});
