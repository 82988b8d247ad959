import fc, { type Arbitrary, type GeneratorValue } from 'fast-check';
import { z } from 'zod';
import { type Reshape, reshape } from '../../../changes/reshape.js';
import { reshapes } from '../../../changes/reshapes.js';
import { added, renamed } from '../../../changes/short-forms.js';
import type { Rule } from './token-oracle.js';

/** A schema, texts of its values in both versions, and what becomes of each on its way to the other one. */
export interface SpelledSample {
  readonly schema: z.ZodType;
  readonly newer: Arbitrary<string>;
  readonly older: Arbitrary<string>;
  readonly down: Rule;
  readonly up: Rule;
  readonly isTouched: boolean;
  /** Whether it may be there twice, and both be copied. */
  readonly isFlat: boolean;
}

const same: Rule = { kind: 'same' };

const digits = fc.stringMatching(/^[0-9]{1,25}$/);
const number = fc.oneof(
  fc.constantFrom('1192715994825625601', '1.10', '1E400', '-0', '1e3', '0.30000000000000004441', '-1.0E-7', '0', '7'),
  fc.constantFrom('1192715994825625602', '-1e-400', '9007199254740993', '100000000000000000000.50', '1e+2', '0.0'),
  fc
    .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.constantFrom('', '', 'e5', 'E-3', 'e+12'))
    .map(
      ([sign, whole, part, power]) =>
        `${sign}${whole.replace(/^0+(?=\d)/, '')}${part === null ? '' : `.${part}`}${power}`,
    ),
);

const character = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'é',
    ' ',
    '漢',
    '😀',
    '\\u00e9',
    '\\u0041',
    '\\/',
    '/',
    '\\n',
    '\\"',
    '\\\\',
    '\\ud83d\\ude00',
    '{',
    ':',
    ',',
  ),
  fc.stringMatching(/^[a-z]$/),
);
const string = fc.array(character, { maxLength: 6 }).map((all) => `"${all.join('')}"`);

/** White space as some serializers write it, or any. */
interface Style {
  readonly space: Arbitrary<string>;
  readonly comma: Arbitrary<string>;
  readonly colon: Arbitrary<string>;
}
const any = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const plain: Style = { space: fc.constant(''), comma: fc.constant(','), colon: fc.constant(':') };
const styles: readonly Style[] = [
  plain,
  { ...plain, comma: fc.constant(', '), colon: fc.constant(': ') },
  { space: fc.constantFrom('', '\n  '), comma: fc.constant(',\n  '), colon: fc.constant(': ') },
  {
    space: any,
    comma: fc.tuple(any, any).map(([before, after]) => `${before},${after}`),
    colon: fc.tuple(any, any).map(([before, after]) => `${before}:${after}`),
  },
];

const memberNames = ['id', 'title', 'size', 'naïve', 'a"b', 'z', 'price', 'é'];

/** Draws schemas with changes of two versions, and texts with all spellings that a parser takes for the same values. */
export class SpelledWorld {
  /** Those of version 3, and those of version 2. */
  readonly changes: readonly [Reshape[], Reshape[]] = [[], []];
  readonly #style: Style;
  #names = 0;

  constructor(readonly draw: GeneratorValue) {
    this.#style = this.#oneOf(...styles);
  }

  /** Draws a position, so that a counterexample is short. */
  #oneOf = <T>(...values: readonly T[]): T => values[this.draw(fc.nat, values.length - 1)]!;

  sample(depth: number): SpelledSample {
    const kinds = ['object', 'object', 'computed', 'list', 'record', 'nullable', 'union', 'scalar'] as const;
    switch (depth === 0 ? 'scalar' : this.#oneOf(...kinds)) {
      case 'scalar':
        return this.#scalar();
      case 'object':
        return this.#object(depth);
      case 'computed':
        return this.#computed(depth);
      case 'list': {
        const { schema, newer, older, down, up, isTouched, isFlat } = this.sample(depth - 1);
        return {
          schema: z.array(schema),
          newer: this.#listOf(newer),
          older: this.#listOf(older),
          down: { kind: 'list', item: down },
          up: { kind: 'list', item: up },
          isTouched,
          isFlat,
        };
      }
      case 'record': {
        const { schema, newer, older, down, up, isTouched } = this.sample(depth - 1);
        const record = (text: Arbitrary<string>) =>
          this.#membersOf(
            fc
              .uniqueArray(fc.constantFrom(...memberNames), { maxLength: 3 })
              .chain((names) => fc.tuple(...names.map((name) => fc.tuple(this.#name(name), text)))),
          );
        return {
          schema: z.record(z.string(), schema),
          newer: record(newer),
          older: record(older),
          down: { kind: 'record', member: down },
          up: { kind: 'record', member: up },
          isTouched,
          isFlat: false,
        };
      }
      case 'nullable': {
        const { schema, newer, older, ...rest } = this.sample(depth - 1);
        return {
          ...rest,
          schema: schema.nullable(),
          newer: fc.oneof(newer, fc.constant('null')),
          older: fc.oneof(older, fc.constant('null')),
        };
      }
      case 'union': {
        const { schema, newer, older, ...rest } = this.#object(depth);
        return {
          ...rest,
          schema: z.union([schema, z.string()]),
          newer: fc.oneof(newer, string),
          older: fc.oneof(older, string),
        };
      }
    }
  }

  #scalar(): SpelledSample {
    const [schema, text] = this.#oneOf<readonly [z.ZodType, Arbitrary<string>]>(
      [z.number(), number],
      [z.number(), number],
      [z.string(), string],
      [z.boolean(), fc.constantFrom('true', 'false')],
      [z.unknown(), this.#anything()],
    );
    return {
      schema,
      newer: text,
      older: text,
      down: same,
      up: same,
      isTouched: false,
      isFlat: !(schema instanceof z.ZodUnknown),
    };
  }

  /** What no schema says anything of, with members that are there twice. */
  #anything(): Arbitrary<string> {
    const scalar = fc.oneof(number, string, fc.constantFrom('true', 'null'));
    const inner = fc.oneof(scalar, this.#listOf(scalar));
    return fc.oneof(
      inner,
      this.#membersOf(fc.array(fc.tuple(this.#name(this.#oneOf('a', 'title', '1')), inner), { maxLength: 3 })),
    );
  }

  #listOf(item: Arbitrary<string>): Arbitrary<string> {
    const { space, comma } = this.#style;
    return fc
      .tuple(space, fc.array(fc.tuple(item, comma), { maxLength: 3 }), space)
      .map(
        ([start, items, end]) =>
          `[${start}${items.map(([own, gap], index) => (index > 0 ? gap : '') + own).join('')}${items.length > 0 ? end : ''}]`,
      );
  }

  #membersOf(members: Arbitrary<readonly (readonly [name: string, value: string])[]>): Arbitrary<string> {
    const { space, comma, colon } = this.#style;
    return members.chain((drawn) =>
      fc
        .tuple(
          space,
          space,
          ...drawn.map(([name, value]) =>
            fc.tuple(comma, colon).map(([gap, sign]) => [gap, name + sign + value] as const),
          ),
        )
        .map(
          ([start, end, ...all]) =>
            `{${start}${all.map(([gap, own], index) => (index > 0 ? gap : '') + own).join('')}${all.length > 0 ? end : ''}}`,
        ),
    );
  }

  /** A name in quotes, some of its letters as escapes. */
  #name(name: string): Arbitrary<string> {
    const written = JSON.stringify(name);
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(written) },
      fc.constant(written.replaceAll(/[a-z]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)),
    );
  }

  #object(depth: number): SpelledSample {
    const { draw } = this;
    const names = draw(() => fc.uniqueArray(fc.constantFrom(...memberNames), { minLength: 1, maxLength: 4 }));
    const members = names.map((name) => {
      const fate = this.#oneOf<'keep' | 'rename' | 'drop'>('keep', 'keep', 'rename', 'drop');
      const was = fate === 'keep' ? name : fate === 'rename' ? `${name}-${(this.#names += 1)}` : null;
      return { name, was, ...this.sample(depth - 1), isOptional: draw(fc.boolean) };
    });
    // Members that change places are the hardest: the values of both may be the same number.
    const isSwapped = members.length > 1 && members.slice(0, 2).every(({ name, was }) => name === was);
    const [first, second] = members;
    const swapped =
      isSwapped && draw(fc.boolean)
        ? new Map([
            [first!.name, second!.name],
            [second!.name, first!.name],
          ])
        : null;
    const olderOf = (name: string, was: string | null) => swapped?.get(name) ?? was;
    const isOpen = draw(fc.boolean);
    const shape = Object.fromEntries(
      members.map(({ name, was, schema, isOptional }) => {
        // What an older request implies is null.
        const own = was === null ? schema.nullable() : schema;
        return [name, isOptional ? own.optional() : own];
      }),
    );
    const schema: z.ZodObject = isOpen ? z.looseObject(shape) : z.object(shape);
    const changed = new Map(
      members.flatMap(({ name, was }) => {
        const other = olderOf(name, was);
        return other === null || other === name ? [] : [[name, other] as const];
      }),
    );
    const dropped = members.filter(({ was }) => was === null).map(({ name }) => name);
    const renaming = (entries: Iterable<readonly [string, string]>) => (one: z.ZodObject) =>
      renamed(one, Object.fromEntries(entries) as never) as Reshape;
    const between = [...changed].map(([name, older]) => [name, `${older}-between`, older] as const);
    const renames =
      changed.size === 0
        ? []
        : this.#oneOf(
            [renaming(changed)],
            [
              renaming(between.map(([name, middle]) => [name, middle])),
              renaming(between.map(([, middle, older]) => [middle, older])),
            ],
          );
    const parts = [
      ...(dropped.length > 0
        ? [
            (one: z.ZodObject) =>
              added(one, Object.fromEntries(dropped.map((name) => [name, null])) as never) as Reshape,
          ]
        : []),
      ...renames,
    ];
    this.#declare(schema, parts);
    const isTouched = parts.length > 0 || members.some((member) => member.isTouched);
    const texts = (side: 'newer' | 'older') =>
      this.#membersOf(
        fc
          .tuple(
            ...members.map(({ name, was, isOptional, isFlat, ...own }) => {
              const key = side === 'newer' ? name : olderOf(name, was);
              if (key === null) return fc.constant([]);
              const member = fc.tuple(this.#name(key), own[side]);
              // What is there twice counts as it is there last; which of them has what a change reads is not to be said here.
              const most = isFlat ? 2 : 1;
              return fc.array(member, {
                minLength: isOptional ? 0 : 1,
                maxLength: this.#oneOf(1, 1, most),
              });
            }),
            fc.array(fc.tuple(this.#name('undeclared'), this.#anything()), { maxLength: 1 }),
          )
          .chain((drawn) => fc.shuffledSubarray(drawn.flat(), { minLength: drawn.flat().length })),
      );
    return {
      schema,
      newer: texts('newer'),
      older: texts('older'),
      down: {
        kind: 'object',
        isOpen,
        members: Object.fromEntries(
          members.map(({ name, was, down }) => [name, { name: olderOf(name, was), rule: down }]),
        ),
      },
      up: {
        kind: 'object',
        isOpen,
        members: Object.fromEntries(
          members.flatMap(({ name, was, up }) => {
            const key = olderOf(name, was);
            return key === null ? [] : [[key, { name, rule: up }]];
          }),
        ),
        ...(dropped.length > 0 && { more: () => Object.fromEntries(dropped.map((name) => [name, null])) }),
      },
      isTouched,
      isFlat: false,
    };
  }

  /** The first parts are of version 3, the others of version 2. */
  #declare(schema: z.ZodType, parts: readonly ((one: never) => Reshape)[]): void {
    const cut = this.draw(fc.nat, parts.length);
    let current = schema;
    [parts.slice(0, cut), parts.slice(cut)].forEach((own, version) => {
      if (own.length === 0) return;
      const declared = reshapes(current, ...own);
      this.changes[version as 0 | 1].push(declared);
      current = declared.before as z.ZodType;
    });
  }

  /** A change with functions of its own, which read one member and pass the others on. */
  #computed(depth: number): SpelledSample {
    const inner = this.sample(depth - 1);
    const size = this.#scalar();
    const name = `title-${(this.#names += 1)}`;
    const schema = z.object({ id: z.number(), [name]: z.string(), inner: inner.schema, size: size.schema });
    const before = z.object({ id: z.number(), names: z.array(z.string()), inner: inner.schema, size: size.schema });
    this.#declare(schema, [
      () =>
        reshape(schema, {
          before,
          down: (value) => {
            const { [name]: title, ...rest } = value as Record<string, unknown>;
            return { ...rest, names: [title] } as never;
          },
          up: (value) => {
            const { names, ...rest } = value as { readonly names: readonly string[] };
            return { ...rest, [name]: names[0] ?? '' } as never;
          },
        }),
    ]);
    const texts = (side: 'newer' | 'older', own: Arbitrary<readonly [string, string]>) =>
      this.#membersOf(
        fc
          .tuple(
            fc.tuple(this.#name('id'), number),
            own,
            fc.tuple(this.#name('inner'), inner[side]),
            fc.tuple(this.#name('size'), size[side]),
          )
          .chain((drawn) => fc.shuffledSubarray([...drawn], { minLength: drawn.length })),
      );
    const kept = (rule: Rule) => ({
      id: { name: 'id', rule: same },
      inner: { name: 'inner', rule },
      size: { name: 'size', rule: same },
    });
    return {
      schema,
      newer: texts('newer', fc.tuple(this.#name(name), string)),
      older: texts(
        'older',
        fc.tuple(
          this.#name('names'),
          fc.array(string, { maxLength: 2 }).map((all) => `[${all.join()}]`),
        ),
      ),
      down: {
        kind: 'object',
        isOpen: false,
        members: { ...kept(inner.down), [name]: { name: null, rule: same } },
        more: (values) => ({ names: [values.get(name)] }),
      },
      up: {
        kind: 'object',
        isOpen: false,
        members: { ...kept(inner.up), names: { name: null, rule: same } },
        more: (values) => ({ [name]: (values.get('names') as readonly string[])[0] ?? '' }),
      },
      isTouched: true,
      isFlat: false,
    };
  }
}
