import { type BootProblem, problem } from '../../report/boot-problem.js';
import type { Rule } from './rule.js';
import { quote } from '../../text/quote.js';
import { isObject } from '../../json/json.js';

export const invalidLifecycle: Rule = {
  id: 'invalid-lifecycle',
  severity: 'error',
  preventsDescription: true,
  summary: 'The option lifecycle.minNotice is a number of whole days, and lifecycle.evidence is true or false.',
  find: ({ definition }) => findLifecycleFaults(definition.lifecycle),
};

/** What is wrong with the option `lifecycle`. */
export function findLifecycleFaults(lifecycle: unknown): readonly BootProblem[] {
  if (lifecycle === undefined) return [];
  if (!isObject(lifecycle)) return [wrong('lifecycle', lifecycle, writeNotice)];
  const { minNotice, evidence } = lifecycle as Readonly<Record<string, unknown>>;
  const isNotice = minNotice === undefined || (Number.isSafeInteger(minNotice) && (minNotice as number) >= 0);
  return [
    ...(isNotice ? [] : [wrong('lifecycle.minNotice', minNotice, writeNotice)]),
    ...(evidence === undefined || typeof evidence === 'boolean'
      ? []
      : [wrong('lifecycle.evidence', evidence, 'Write true or false.')]),
  ];
}

const writeNotice = 'Write a number of days, such as lifecycle: { minNotice: 90 }.';

const wrong = (option: string, value: unknown, fix: string) =>
  problem('invalid-lifecycle', `The option ${option} is ${quote(value)}.`, fix, {
    option: 'lifecycle',
  });
