import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { findText, type TextQuery } from './find-text.js';
import { sharedSteps, sharingSteps } from './step-limit.js';

const find = (query: Partial<TextQuery>) =>
  findText({ matching: [], refusing: [], min: 0, max: Infinity, except: [], ...query });
const isWithin = (inner: string, outer: string) => find({ matching: [inner], refusing: [outer] });

const letters = ['a', 'b', '1', '-', '😀'];

/** Every text of a few characters, the shortest first. */
const texts = [0, 1, 2, 3, 4].flatMap((length) =>
  Array.from({ length: letters.length ** length }, (_, number) =>
    Array.from({ length }, (_, place) => letters[Math.floor(number / letters.length ** place) % letters.length]).join(
      '',
    ),
  ),
);

const atoms = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\w',
  '\\W',
  '\\d',
  '[ab]',
  '[^a]',
  '\\b',
  '\\B',
  '^',
  '$',
  '😀',
  '\\p{L}',
);
const behind = (pattern: string) => !/\(\?[=!]/.test(pattern);
const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atoms,
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,}', '{0,3}', '{0}'))
      .map(([inside, times]) => `(?:${inside})${times}`),
    fc.tuple(fc.constantFrom('?=', '?!'), tie('pattern')).map(([kind, inside]) => `(${kind}${inside})`),
    fc
      .tuple(fc.constantFrom('?<=', '?<!'), tie('pattern').filter(behind))
      .map(([kind, inside]) => `(${kind}${inside})`),
  ),
}));
const anchored = fc.oneof(
  patterns,
  patterns.map((pattern) => `^(?:${pattern})$`),
);

/** V8 also looks around in the middle of a surrogate pair, which ECMA-262 steps over. */
const isJudged = (pattern: string, text: string) => !(/\(\?[=!<]|\\B/.test(pattern) && text.includes('😀'));

describe('a text that matches some patterns and not others', () => {
  it('is found as the expressions of JavaScript find it, and there is none where they find none', () => {
    const tries = runs(200);
    const found = { found: 0, none: 0, undecided: 0 };
    fc.assert(
      fc.property(
        fc.array(anchored, { maxLength: 2 }),
        fc.array(anchored, { maxLength: 2 }),
        fc.nat(3),
        fc.nat(3),
        fc.subarray(texts.slice(0, 40), { maxLength: 3 }),
        (matching, refusing, min, more, except) => {
          const result = find({ matching, refusing, min, max: min + more, except });
          found[result.kind] += 1;
          const [asked, refused] = [matching, refusing].map((all) => all.map((one) => new RegExp(one, 'u')));
          const fits = (text: string) =>
            [...text].length >= min &&
            [...text].length <= min + more &&
            !except.includes(text) &&
            asked!.every((one) => one.test(text)) &&
            !refused!.some((one) => one.test(text));
          const all = [...matching, ...refusing];
          const listed = texts.find((text) => all.every((one) => isJudged(one, text)) && fits(text));
          if (result.kind === 'none') expect(listed).toBeUndefined();
          if (result.kind !== 'found') return;
          if (all.every((one) => isJudged(one, result.text))) expect(fits(result.text)).toBe(true);
          if (listed !== undefined) expect([...result.text].length).toBeLessThanOrEqual([...listed].length);
        },
      ),
      tries,
    );
    expect(Math.min(found.found, found.none)).toBeGreaterThan(tries.numRuns / 20);
    expect(found.undecided).toBeLessThan(tries.numRuns / 50);
  });

  it.each<[string, string]>([
    ['^[0-9]+$', '^\\d+$'],
    ['^(a+)+$', '^a+$'],
    ['^a{2,}$|^a?$', '^a*$'],
    ['^[\\w-.]+$', '^[\\w.-]+$'],
    ['^(?!x)[a-z]+$', '^[a-wyz][a-z]*$'],
    ['^(?=.*\\d)[a-z\\d]{2}$', '^(?:[a-z]\\d|\\d[a-z]|\\d\\d)$'],
    ['(?<=a)b', 'ab'],
    ['\\bfoo\\b', '(?:^|\\W)foo(?:$|\\W)'],
    ['', '^'],
    ['^.$', '^[^\\n\\r\\u2028\\u2029]$'],
    ['^\\p{L}+$', '^[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lm}\\p{Lo}]+$'],
  ])('%s and %s match the same texts', (left, right) => {
    expect(isWithin(left, right)).toEqual({ kind: 'none' });
    expect(isWithin(right, left)).toEqual({ kind: 'none' });
  });

  it.each<[string, string, string]>([
    ['^(a+)+c$', '^(a+)+b$', 'ac'],
    ['^[a-z]+$', '^(?!x)[a-z]+$', 'x'],
    ['^[a-z]{1,21}$', '^[a-z]{1,20}$', 'a'.repeat(21)],
    ['^.$', '^[\\0-\\uffff]$', '\u{10000}'],
    ['^[^]{1,3}$', '^[^]{1,2}$', 'aaa'],
    ['^[\\w-.]$', '^\\w$', '-'],
  ])('%s matches what %s does not', (left, right, text) => {
    expect(isWithin(left, right)).toEqual({ kind: 'found', text });
  });

  it('counts characters as JSON Schema does, also beyond U+FFFF', () => {
    expect(find({ matching: ['^😀+$'], min: 2, max: 2 })).toEqual({ kind: 'found', text: '😀😀' });
    expect(find({ matching: ['^[^\\-.]+$'], refusing: ['^[\\0-\\uffff]*$'], max: 1 })).toMatchObject({ kind: 'found' });
  });

  it('is none of those that are left out', () => {
    const except = Array.from({ length: 100 }, (_, number) => String(number));
    expect(find({ matching: ['^(?:0|[1-9]\\d?)$'], except: except.filter((one) => one !== '42') })).toEqual({
      kind: 'found',
      text: '42',
    });
    expect(find({ matching: ['^(?:0|[1-9]\\d?)$'], except })).toEqual({ kind: 'none' });
  });

  it.each([
    ['back references', '^(a+)\\1$'],
    ['modifiers', '^(?i:a)$'],
    ['a pattern that is not valid', '('],
    ['a pattern that is too large', '^(?:a{1000}){1000}$'],
    ['a pattern that is too deep', '('.repeat(50_000) + ')'.repeat(50_000)],
    ['look-aheads that are too deep', '(?='.repeat(20_000) + ')'.repeat(20_000)],
    ['a look-ahead in a look-behind', '(?<=a(?=b))b'],
    ['halves of pairs', '^[\\w-.\\ud83d]$'],
  ])('is not decided for %s', (_, pattern) => {
    expect(isWithin(pattern, '^b')).toEqual({ kind: 'undecided' });
    expect(isWithin('^b', pattern)).toEqual({ kind: 'undecided' });
  });
});

describe('the steps of a search', () => {
  const most = 20_000_000;
  const stepsOf = (work: () => unknown): number => {
    const whole = { left: most };
    sharingSteps(work, whole);
    return most - whole.left;
  };

  it.each([
    ['^(?:a|b)*a(?:a|b){40}$', '^(?:a|b)*a(?:a|b){41}$'],
    ['^([a-z]{1,20}-?){1,20}$', '^([a-z]{1,20}-?){1,21}$'],
    ['^(((a?){30}){30}){30}$', '^(((a?){30}){30}){31}$'],
    ['^(?=.*a.{30})(?=.*b.{30})(?=.*c.{30})', '^(?=.*c.{31})'],
    ['^(?:(?!a.{30}b).)*$', '^(?:(?!a.{31}b).)*$'],
    ['(?<=a.{30}b.*)c', '(?<=a.{31}b.*)c'],
    ['^(\\p{L}|\\p{N}|\\p{Script=Greek}|[^\\p{Lu}])*\\p{Emoji}{300}$', '^[\\p{L}\\p{N}]*\\p{Emoji}{301}$'],
    [`^${Array.from({ length: 300 }, (_, index) => `(?=.*\\u{${(0x4e00 + index).toString(16)}})`).join('')}`, '^.{5}$'],
  ])('are limited for %s', (left, right) => {
    expect(stepsOf(() => isWithin(left, right))).toBeLessThan(11_000_000);
    expect(stepsOf(() => [isWithin(left, right), isWithin(right, left), isWithin(left, '^x')])).toBeLessThan(
      21_000_000,
    );
  });

  it('are few for what the same work has found, and other work pays in full', () => {
    const work = () => isWithin('^[a-z]{1,97}$', '^[a-z]{1,98}$');
    const once = stepsOf(work);
    expect(once).toBeGreaterThan(1000);
    expect(stepsOf(() => [work(), work(), work()])).toBeLessThan(once + 100);
    expect(stepsOf(work)).toBe(once);
  });

  it('decide nothing where too few are left to begin', () => {
    expect(
      sharingSteps(
        () => {
          sharedSteps()!.left = 10;
          return isWithin('^[a-z]{1,95}$', '^[a-z]{1,96}$');
        },
        { left: most },
      ),
    ).toEqual({ kind: 'undecided' });
  });

  it('are the same when the answer is remembered', () => {
    const work = () => isWithin('^[a-z]{1,99}$', '^[a-z]{1,100}$');
    expect(stepsOf(work)).toBe(stepsOf(work));
    expect(stepsOf(work)).toBeGreaterThan(0);
    expect(sharedSteps()).toBeNull();
  });
});
