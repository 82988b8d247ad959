import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { listConstraints } from './describe-type.js';

it.each<[JsonObject, readonly string[]]>([
  [{ minLength: 4, maxLength: 4 }, ['exactly 4 characters']],
  [{ minItems: 1, maxItems: 1 }, ['exactly 1 item']],
  [{ minLength: 1, maxLength: 4 }, ['1 to 4 characters']],
  [{ minProperties: 1 }, ['at least 1 member']],
  [{ maxItems: 2 }, ['at most 2 items']],
  [{ minItems: 0 }, []],
  [{ minItems: 0, maxItems: 3 }, ['0 to 3 items']],
  [{ minimum: 0, maximum: 9 }, ['0 to 9']],
  [{ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, []],
  [{ minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }, ['at most 9', 'above 0']],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 }, ['above 0', 'below 1', 'a multiple of 0.1']],
])('the limits of %j are %j', (schema, words) => {
  expect(listConstraints(schema)).toEqual(words);
});
