import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchMixed, mixedSegment } from './mixed-segment.js';

const piece = fc.stringMatching(/^[ab.]{1,3}$/);
const pattern = fc.tuple(
  fc.constantFrom('', 'a', '.'),
  fc.array(piece, { maxLength: 2 }),
  fc.constantFrom('', 'b', '.a'),
);

/** What an expression with a lazy group for each parameter finds. */
function byExpression(texts: readonly string[], segment: string): readonly string[] | null {
  const source = texts.map((text) => text.replaceAll('.', '\\.')).join('(.+?)');
  return new RegExp(`^${source}$`).exec(segment)?.slice(1) ?? null;
}

it('finds what a regular expression finds', () => {
  let matched = 0;
  fc.assert(
    fc.property(pattern, fc.stringMatching(/^[ab.]{0,8}$/), ([first, inner, last], segment) => {
      const texts = [first, ...inner, last];
      const found = matchMixed(mixedSegment(texts.join('{x}')), segment);
      expect(found).toEqual(byExpression(texts, segment));
      if (found !== null) matched += 1;
    }),
  );
  expect(matched).toBeGreaterThan(0);
});

it('reads a long segment once, where an expression would try every way to split it', () => {
  const mixed = mixedSegment('{a}-{b}-{c}-{d}.json');
  expect(matchMixed(mixed, '-'.repeat(1_000_000))).toBeNull();
});
