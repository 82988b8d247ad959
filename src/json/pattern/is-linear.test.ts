import { expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.js';

const isLinear = (pattern: string) => compilePattern(pattern)!.expression !== null;

it.each([
  '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$',
  '^[a-z]+$',
  '^[A-Z]{2,3}-?\\d*$',
  '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}Z)?$',
  '^(?:open|paid|sent)$',
  '^(?:ab)*$',
  'abc',
  '^[^]*$',
])('%s takes JavaScript time in proportion to the text', (pattern) => expect(isLinear(pattern)).toBe(true));

it.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(a?){30}a{30}$',
  '^a*a*$',
  'a*b',
  '^(?:a|b|ab){2}$',
  '^a*(?:a|aa)?(?:a|aa)?(?:a|aa)?(?:a|aa)?(?:a|aa)?(?:a|aa)?(?:a|aa)?$',
  '^a*b{1000}$',
  '(?=a)a',
  '\\Ba',
])('%s may take it longer', (pattern) => expect(isLinear(pattern)).toBe(false));
