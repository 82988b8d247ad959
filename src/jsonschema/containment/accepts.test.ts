import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { accepts } from './accepts.js';
import type { Formula } from './formula.js';

const number: Formula = { kind: 'types', types: new Set(['number']) };
const undecided: Formula = { kind: 'unreadable', not: false };

describe('a number of items that fit', () => {
  /** A text cannot be decided; a number fits; nothing else does. */
  const isText: Formula = { kind: 'types', types: new Set(['string']) };
  const fits: Formula = { kind: 'some', of: [number, { kind: 'every', of: [isText, undecided] }] };
  it.each<[items: readonly Json[], min: number, max: number, accepted: boolean | null]>([
    [[1, true], 1, 1, true],
    [[1, 2], 2, 3, true],
    [[1, 2], 0, 1, false],
    [[1, true], 2, 3, false],
    [['?', true], 2, 3, false],
    [['?', 1], 2, 3, null],
    [['?', 1], 1, 1, null],
    [['?', 1], 1, 2, true],
    [['?', 1, 2], 0, 1, false],
  ])('of %j, at least %i and at most %i, is %j', (items, min, max, accepted) => {
    expect(accepts({ kind: 'contains', is: fits, min, max }, items as Json)).toBe(accepted);
  });
});
