import { describe, expect, it } from 'vitest';
import { impliedValue } from './draft.js';
import { knownValues } from './known-values.js';
import { asConstant } from './ways.js';

const draft = {
  id: 'Book',
  constant: '',
  newer: {},
  older: {},
  uses: { requests: true, answers: false },
  version: '1',
};

describe('what an older request stands for', () => {
  it.each([
    ['one of a few values', { enum: ['open', 'shut'] }, ["('open' as const)", "('shut' as const)"]],
    ['the only value', { const: 'open' }, ["('open' as const)"]],
    ['a default of a few', { enum: ['open', 'shut'], default: 'shut' }, ["('shut' as const)"]],
    ['any text', { type: 'string', default: 'none' }, ["'none'"]],
    ['a flag', { type: 'boolean' }, ['false', 'true']],
  ] as const)('keeps its type in an operation: %s', (_, schema, expected) => {
    const values = knownValues({ schema, isRequired: true }).filter((value) => value !== undefined);
    const written = values.map((value) => impliedValue({ kind: 'added', name: 'state', value }, draft, asConstant));
    expect(written).toEqual(expected);
  });
});
