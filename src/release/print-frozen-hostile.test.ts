import fc, { type Arbitrary } from 'fast-check';
import { transformSync } from 'esbuild';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/property-runs.js';
import type { JsonObject } from '../json/json.js';
import { createContainmentSearch } from '../jsonschema/containment/containment.js';
import { anyValue } from '../jsonschema/containment/testing/schemas.js';
import { openDocument } from '../source/testing/documents.js';
import { printFrozen } from './print-frozen.js';

const texts = fc.oneof(
  fc.constantFrom(
    '*/ globalThis.ran = 1; /*',
    '`${(globalThis.ran = 1)}`',
    '"); globalThis.ran = 1; //',
    "'); globalThis.ran = 1; //",
    "\\'); globalThis.ran = 1; //",
    '\\u0022); globalThis.ran = 1; //',
    '\n\r\u2028\u2029globalThis.ran = 1;//',
    '</script><!--',
    '__proto__',
    'constructor',
    'toString',
    'class',
    'z',
    'frozen',
    '',
    '\u202e\u0000\ud800',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);
const patterns = fc.constantFrom(
  String.raw`^/globalThis\.ran = 1/$`,
  '^[/]$',
  '^(?<a>[a-z]+)\\k<a>$',
  '"\'`\\$\\{1}\n',
  '^\\p{L}+$',
  '^[^\\]/]*$',
  '\u2028',
);

/** Only what can be frozen. */
const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => {
  const leaf: Arbitrary<z.ZodType> = fc.oneof(
    fc
      .constantFrom(
        () => z.string(),
        () => z.int(),
        () => z.boolean(),
        () => z.iso.date(),
        () => z.uuid(),
        () => z.number().gt(0).multipleOf(0.5),
        () => z.null(),
        () => z.unknown(),
      )
      .map((make) => make()),
    fc.tuple(fc.nat(3), fc.nat(9)).map(([least, more]) =>
      z
        .string()
        .min(least)
        .max(least + more),
    ),
    patterns.map((pattern) => z.string().regex(new RegExp(pattern, pattern.includes('\\p') ? 'u' : ''))),
    fc.uniqueArray(texts, { minLength: 1, maxLength: 4 }).map((values) => z.enum(values as [string])),
    fc.oneof(texts, fc.integer(), fc.boolean()).map((value) => z.literal(value)),
    texts.map((text) => z.string().default(text)),
  );
  const members = fc.dictionary(texts, tie('schema'), { maxKeys: 4, noNullPrototype: true });
  return {
    schema: fc
      .tuple(
        fc.oneof(
          { depthSize: 'small', maxDepth: 3 },
          leaf,
          fc
            .tuple(members, fc.nat(3))
            .map(([shape, kind]) =>
              kind === 0 ? z.strictObject(shape) : kind === 1 ? z.looseObject(shape) : z.object(shape),
            ),
          tie('schema').map((one) => z.array(one).min(1)),
          fc.array(tie('schema'), { minLength: 2, maxLength: 3 }).map((some) => z.union(some)),
          tie('schema').map((one) => z.record(z.string(), one)),
          tie('schema').map((one) => (one.isNullable() ? one : one.nullable())),
          tie('schema').map((one) => (one.isOptional() ? one : one.optional())),
        ),
        fc.option(texts, { freq: 4 }),
        fc.option(texts, { freq: 6 }),
      )
      .map(([one, description, id]) =>
        description === null && id === null
          ? one
          : one.meta({
              ...(description !== null && { description }),
              ...(id !== null && id !== '' && { id: `Part${id}` }),
            }),
      ),
  };
});

/** What the module exports, when it runs with an own `frozen`. */
function evaluate(text: string): Readonly<Record<string, z.ZodType>> {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', target: 'es2022' });
  const module = { exports: {} as Record<string, z.ZodType> };
  const frozen = (id: string, schema: z.ZodType) => schema.meta({ ...z.globalRegistry.get(schema), id });
  // oxlint-disable-next-line no-new-func -- runs what the printer wrote
  new Function('require', 'module', 'exports', code)(() => ({ z, frozen }), module, module.exports);
  return module.exports;
}

const shown = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as JsonObject;

/** Whether two schemas accept the same values; null where that is not decided. */
function areEqual(one: z.ZodType, other: z.ZodType): boolean | null {
  const [base, revision] = [shown(one), shown(other)];
  const search = createContainmentSearch({ base: openDocument(base), revision: openDocument(revision) });
  return search.areEqual({ base, revision }, { direction: 'request', textual: 'no' });
}

it('a module of frozen shapes says what the schemas say, and runs nothing that stands in them', () => {
  let printed = 0;
  fc.assert(
    fc.property(schemas, texts, fc.array(anyValue, { minLength: 9 }), (inner, id, values) => {
      const Book = z.object({ inner }).meta({ id: `Book${id}`, description: id });
      const { text, constants, refusals } = printFrozen(
        [{ local: 'Book', value: Book, specifier: '../book.js' }],
        (one) => one,
      );
      if (text === null) {
        expect(refusals).toEqual([expect.stringContaining('differ have the id')]);
        return;
      }
      printed += 1;
      const { program, errors } = parseSync('shapes.ts', text);
      expect(errors).toEqual([]);
      expect(new Set(program.body.map(({ type }) => type))).toEqual(
        new Set(['ImportDeclaration', 'ExportNamedDeclaration']),
      );
      const again = evaluate(text)[constants['Book']!]!;
      expect(globalThis).not.toHaveProperty('ran');
      expect({ text, areEqual: areEqual(Book, again) !== false }).toEqual({ text, areEqual: true });
      for (const value of values)
        expect({ text, value, accepts: again.safeParse({ inner: value }).success }).toEqual({
          text,
          value,
          accepts: Book.safeParse({ inner: value }).success,
        });
      expect(again.meta()?.description).toBe(Book.meta()?.description);
    }),
    runs(40),
  );
  expect(printed).toBeGreaterThan(0);
});

it('a schema with an id that no object has as a member of its own is printed whole', () => {
  const Proto = z.object({ a: z.int(), constructor: z.string() }).meta({ id: '__proto__' });
  const Book = z.object({ proto: Proto }).meta({ id: 'Book' });
  const { text } = printFrozen([{ local: 'Book', value: Book, specifier: '../book.js' }], (one) => one);
  expect(evaluate(text!)['Book']!.safeParse({ proto: { a: 1, constructor: 'b' } }).success).toBe(true);
  expect(evaluate(text!)['Book']!.safeParse({ proto: { a: 'b' } }).success).toBe(false);
  expect(text).toContain('"__proto__",\n  z.object({ a: z.int()');
});
