import { describe, expect, it } from 'vitest';
import { findLines } from './find-lines.js';
import { readYaml } from './read-yaml.js';

describe('lines inside of brackets', () => {
  it.each([
    ['a:\n  b: {\n    "c": 1\n  }\n  d: 2\n', { a: { b: { c: 1 }, d: 2 } }],
    ['a:\n  enum: [\n    x,\n    y\n  ]\n  d: 2\n', { a: { enum: ['x', 'y'], d: 2 } }],
    ['a:\n  - b: {\n    "c": [\n      1\n    ]\n    }\n  - 2\n', { a: [{ b: { c: [1] } }, 2] }],
    ['a: {\n"b": {\n"c": 1\n}\n}\nd: 2\n', { a: { b: { c: 1 } }, d: 2 }],
    ['a: {\n\t"b": 1\n}\nd: 2\n', { a: { b: 1 }, d: 2 }],
  ])('may be as far left as their key: %j', (text, value) => {
    expect(readYaml(text).value).toEqual(value);
  });

  it('keep their numbers', () => {
    const text = 'a:\n  b: {\n    "c": 1\n  }\n  d: 2\n';
    expect(
      findLines(text, [
        ['a', 'b', 'c'],
        ['a', 'd'],
      ]),
    ).toEqual([3, 5]);
  });

  it('that never end are reported where the first of them is too far left', () => {
    expect(() => readYaml('a:\n  b: {\n    "c": 1,\n  d: 2\ne: 3\n')).toThrow(
      'deficient indentation at line 4, column 3',
    );
  });
});
