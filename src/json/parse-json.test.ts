import { expect, it } from 'vitest';
import { parseJson, tryParse } from './parse-json.js';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it('reads what is nested 1,000 deep and no deeper', () => {
  expect(parseJson(nested(1000))).toEqual(JSON.parse(nested(1000)));
  expect(() => parseJson(nested(1001))).toThrow('its values are nested more than 1000 levels deep');
  expect(() => parseJson('{"a":'.repeat(1001) + '1' + '}'.repeat(1001))).toThrow('more than 1000 levels deep');
  expect(tryParse(nested(500_000))).toBeUndefined();
});

it('reads what is beside each other, or in a text', () => {
  const list = JSON.stringify(Array.from({ length: 5000 }, () => [{ a: ['['.repeat(2000)] }]));
  expect(parseJson(list)).toEqual(JSON.parse(list));
});
