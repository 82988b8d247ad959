import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '../json/json.js';
import { type Misfit, readLines } from './exchange.js';

/** Expects objects with a number `a` and nothing else. */
function check(value: Json): Misfit | null {
  const misfit = { why: null, undecided: null, undeclared: [], fits: null };
  if (!isObject(value)) return { ...misfit, why: 'is not an object' };
  if (typeof value['a'] !== 'number') return { ...misfit, why: '/a is not a number' };
  const undeclared = Object.keys(value).filter((name) => name !== 'a');
  return undeclared.length > 0 ? { ...misfit, undeclared: undeclared.map((name) => `/${name}`) } : null;
}

describe('NDJSON in an answer', () => {
  it.each([
    ['{"a":1}\n{"a":2}\n', null],
    ['{"a":1}\r\n\n{"a":2}', null],
    ['{"a":1}\n{"a":"x"}\n{"a":"y"}\n', { why: '/1/a is not a number', undeclared: [], fits: null }],
    ['[]\n', { why: '/0 is not an object', undeclared: [], fits: null }],
    ['{"a":1}\n{"a":1,"b":2}\n', { why: null, undeclared: ['/1/b'], fits: null }],
  ])('is judged line by line: %j', (text, misfit) => {
    expect(readLines(text, check)).toMatchObject({ kind: 'json', misfit });
  });

  it('is unreadable where a line is not JSON', () => {
    expect(readLines('{"a":1}\n{"a":\n', check)).toMatchObject({
      kind: 'unreadable',
      why: expect.stringMatching(/^line 2: /),
    });
  });
});
