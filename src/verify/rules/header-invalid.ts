import { objectAt } from '../../json/json.js';
import type { Reading } from '../exchange.js';
import { textReadings } from '../values/text-readings.js';
import type { VerifyRule } from './rule.js';

export const headerInvalid: VerifyRule = {
  id: 'header-invalid',
  level: 'error',
  summary: 'The value of a declared header fits its schema.',
  find: (reading) =>
    judgeHeaders(reading)
      .filter(({ valid }) => valid === false)
      .map(({ name, text, why }) => `the header ${name} of ${reading.answer.status} is "${text}", and ${why}.`),
};

/** The declared headers of an answer; each is valid in one of the ways in which a text can be read. */
export function judgeHeaders({ operation, declared, isOfOperation, answer: { headers } }: Reading) {
  if (!isOfOperation) return [];
  return Object.entries(objectAt(declared?.response['headers'])).flatMap(([name, written]) => {
    const [text, { schema }] = [headers[name.toLowerCase()], operation.document.resolve(written)];
    if (text === undefined || schema === undefined) return [];
    const verdicts = textReadings(text).map((reading) => operation.of.validateAnswer(schema, reading));
    const best = [true, null, false].flatMap((valid) => verdicts.find((one) => one.valid === valid) ?? [])[0]!;
    return [{ name, text, ...best }];
  });
}
