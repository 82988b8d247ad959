import { objectAt } from '../../json/json.js';
import type { ReadExchange } from '../exchange.js';
import { textReadings } from '../text-readings.js';
import type { VerifyRule } from './rule.js';

/** Sent with every answer whose contract declares them; null for every status. */
const always: Readonly<Record<string, readonly number[] | null>> = {
  'api-version': null,
  'www-authenticate': [401],
  'retry-after': [429],
};

/** What the declared headers of an answer are. */
export const headerRules: readonly VerifyRule[] = [
  {
    id: 'header-missing',
    level: 'error',
    summary:
      'A header that the version declares as required is sent, and so are API-Version, WWW-Authenticate with 401 and Retry-After with 429 where they are declared.',
    find: ({ operation, declared, isOfOperation, answer: { headers, status } }) => {
      if (!isOfOperation) return [];
      return Object.entries(objectAt(declared?.response['headers'])).flatMap(([name, written]) => {
        const key = name.toLowerCase();
        const statuses = Object.hasOwn(always, key) ? always[key] : undefined;
        const isAlways = statuses === null || statuses?.includes(status) === true;
        const isRequired = operation.document.resolve(written)['required'] === true;
        return (isRequired || isAlways) && headers[key] === undefined ? [`${status} lacks the header ${name}.`] : [];
      });
    },
  },
  {
    id: 'header-invalid',
    level: 'error',
    summary: 'The value of a declared header fits its schema.',
    find: (reading) =>
      judgeHeaders(reading)
        .filter(({ valid }) => valid === false)
        .map(({ name, text, why }) => `the header ${name} of ${reading.answer.status} is "${text}", and ${why}.`),
  },
];

/** The declared headers of an answer; each is valid in one of the ways in which a text can be read. */
export function judgeHeaders({ operation, declared, isOfOperation, answer: { headers } }: ReadExchange) {
  if (!isOfOperation) return [];
  return Object.entries(objectAt(declared?.response['headers'])).flatMap(([name, written]) => {
    const [text, { schema }] = [headers[name.toLowerCase()], operation.document.resolve(written)];
    if (text === undefined || schema === undefined) return [];
    const verdicts = textReadings(text).map((reading) => operation.of.validateAnswer(schema, reading));
    const best = [true, null, false].flatMap((valid) => verdicts.find((one) => one.valid === valid) ?? [])[0]!;
    return [{ name, text, ...best }];
  });
}
