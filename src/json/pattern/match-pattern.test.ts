import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { matchPattern } from './match-pattern.js';
import { sharedSteps, sharingSteps } from './step-limit.js';

const atoms = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '[ab]',
  '[^a]',
  '\\b',
  '\\B',
  '^',
  '$',
  '\\u{1F600}',
  '\\p{L}',
  '[^]',
  '\\.',
);
const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atoms,
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,}', '{0,3}', '{0}'))
      .map(([inside, times]) => `(${inside})${times}`),
    fc
      .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!', '?<name>'), tie('pattern'))
      .map(([kind, inside]) => `(${kind}${inside.replaceAll('?<name>', '?:')})`),
  ),
}));
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '\n', '.', 'é', '😀', '\ud83d', '\u2028') });

const native = (pattern: string, flags: string): RegExp | null => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
};

describe('the matcher', () => {
  it('decides as the expressions of JavaScript do', () => {
    const tries = runs(1000);
    const decided = new Map<boolean, number>();
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const expected = native(pattern, 'u')?.test(text);
        // V8 also looks around in the middle of a surrogate pair, which ECMA-262 steps over.
        fc.pre(expected !== undefined && !(/\(\?[=!<]|\\B/.test(pattern) && text.includes('😀')));
        decided.set(expected, (decided.get(expected) ?? 0) + 1);
        expect(matchPattern(pattern, text)).toBe(expected);
        expect(matchPattern(`(?=)(?:${pattern})`, text)).toBe(expected);
      }),
      tries,
    );
    expect(Math.min(decided.get(true)!, decided.get(false)!)).toBeGreaterThan(tries.numRuns / 10);
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(50_000)}!`, false],
    ['^(a|a)*$', `${'a'.repeat(50_000)}!`, false],
    ['(x+x+)+y', 'x'.repeat(50_000), false],
    ['^(?:(?!.*xx).)*$', 'ax'.repeat(20_000), true],
    ['(?<=(a+)+b)c', `${'a'.repeat(50_000)}c`, false],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000), false],
  ])('decides %s for a hostile text', (pattern, text, expected) => {
    expect(matchPattern(pattern, text)).toBe(expected);
  });

  it.each(['^[\\w-.]+$', '^\\-$', '^\\_$', '^{$'])(
    'reads %s, which only JavaScript without the flag u knows',
    (pattern) => {
      for (const text of ['a-b.c', '-', '_', '{', '', '!'])
        expect(matchPattern(pattern, text)).toBe(native(pattern, '')!.test(text));
    },
  );

  it.each([
    ['back references', '^(a+)\\1$'],
    ['modifiers', '^(?i:a)$'],
    ['a pattern that is not valid', '('],
    ['a pattern that is too large', '^(?:a{1000}){1000}$'],
    ['a pattern that is too deep', '('.repeat(50_000) + ')'.repeat(50_000)],
  ])('does not decide %s', (_, pattern) => {
    expect(matchPattern(pattern, 'aa')).toBeNull();
  });

  it('reads as many alternatives as its steps allow', () => {
    const pattern = `^(?:${Array.from({ length: 11_000 }, (_, index) => `v${index}`).join('|')})$`;
    expect(['v10999', 'v11000'].map((text) => matchPattern(pattern, text))).toEqual([true, false]);
  });

  it('takes steps for compiling, as many where other work had compiled a pattern before', () => {
    const nested = (times: number) => `^(((b?){20}){20}){${times}}$`;
    const stepsOf = (work: () => unknown) => {
      const whole = { left: 10_000_000 };
      sharingSteps(work, whole);
      return 10_000_000 - whole.left;
    };
    const once = stepsOf(() => matchPattern(nested(9), 'c'));
    expect(once).toBeGreaterThan(4 * 2 * 20 * 20 * 9);
    expect(stepsOf(() => matchPattern(nested(9), 'c'))).toBe(once);
    expect(stepsOf(() => [matchPattern(nested(9), 'c'), matchPattern(nested(9), 'c')])).toBeLessThan(2 * once);
  });

  it('compiles no more than the steps allow, and forgets what it began', () => {
    const whole = { left: 1_000_000 };
    const verdicts = sharingSteps(
      () => Array.from({ length: 500 }, (_, index) => matchPattern(`^(((d?){20}){20}){20}${index}$`, 'x')),
      whole,
    );
    expect(verdicts.slice(0, 5)).toEqual([false, false, false, false, false]);
    expect(verdicts.at(-1)).toBeNull();
    expect(whole.left).toBe(0);
    const late = sharingSteps(() => {
      sharedSteps()!.left = 100;
      return matchPattern('^(((e?){20}){20}){20}$', 'e');
    });
    expect([late, matchPattern('^(((e?){20}){20}){20}$', 'e')]).toEqual([null, true]);
  });

  it('decides nothing beyond its steps, which several matches can share', () => {
    const [pattern, text] = ['(?:.*a){200}b', 'a'.repeat(10_000)];
    expect(matchPattern(pattern, text)).toBe(false);
    const verdicts = sharingSteps(() => [text, text, text, text, text].map((one) => matchPattern(pattern, one)));
    expect(verdicts).toEqual([false, false, false, null, null]);
    expect(matchPattern(pattern, text)).toBe(false);
  });
});
