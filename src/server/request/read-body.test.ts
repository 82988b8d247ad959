import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './read-body.js';

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('values may be nested 1,000 deep and no deeper', () => {
  expect(parse(nested(1_000))).toEqual(JSON.parse(nested(1_000)));
  expect(() => parse(nested(1_001))).toThrow('more than 1000 deep');
  expect(() => parse('{"a":'.repeat(1_001) + '1' + '}'.repeat(1_001))).toThrow('more than 1000 deep');
  expect(() => parse('['.repeat(500_000))).toThrow('more than 1000 deep');
});

test('what is beside each other, or in a text, is not nested', () => {
  const wide = Array.from({ length: 2_000 }, () => [{}]);
  expect(parse(JSON.stringify(wide))).toEqual(wide);
  const text = [`"${'['.repeat(2_000)}`, `\\${'{'.repeat(2_000)}`];
  expect(parse(JSON.stringify(text))).toEqual(text);
});

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const padded = `${text}${' '.repeat(2_001)}`;
      expect(parse(padded)).toEqual(JSON.parse(text));
    }),
  );
});
