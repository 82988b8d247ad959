import { impliesFormat } from '../formats.js';
import type { Test } from './formula.js';

/** What is known of a test beside others. */
export type Verdict = 'passed' | 'impossible' | 'open';

interface Span {
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
}

/** What the bounds of others say of those of a test. */
export function judgeSpan(test: Span, others: readonly Span[], isOpen = false): Verdict {
  const [low, high] = [Math.max(...others.map(({ min }) => min)), Math.min(...others.map(({ max }) => max))];
  if (test.min > high || test.max < low) return 'impossible';
  if (isOpen ? test.min < low && test.max > high : test.min <= low && test.max >= high) return 'passed';
  return 'open';
}

type Flag = Extract<Test, { readonly kind: 'integer' | 'unique' | 'multiple' | 'pattern' | 'format' }>;

/** What the tests of a branch say of one that holds or does not. */
export function judgeFlag(test: Flag, tests: readonly Test[]): Verdict {
  const same = tests.find((one): one is Flag => one.kind === test.kind && sameFlag(one as Flag, test));
  if (same) return same.not === test.not ? 'passed' : 'impossible';
  return 'open';
}

function sameFlag(left: Flag, right: Flag): boolean {
  if (left.kind === 'multiple') return right.kind === 'multiple' && left.of === right.of;
  if (left.kind === 'pattern') return right.kind === 'pattern' && left.pattern === right.pattern;
  if (left.kind === 'format')
    return (
      right.kind === 'format' &&
      left.on === right.on &&
      impliesFormat(left.name, right.name) &&
      impliesFormat(right.name, left.name)
    );
  return true;
}
