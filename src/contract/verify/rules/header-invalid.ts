import { objectAt } from '../../../json/json.js';
import { textReadings } from '../values/text-readings.js';
import type { VerifyRule } from './rule.js';

export const headerInvalid: VerifyRule = {
  id: 'header-invalid',
  level: 'error',
  summary: 'The value of a declared header fits its schema.',
  find: ({ operation, declared, isOfOperation, answer: { headers, status } }) => {
    if (!isOfOperation) return [];
    return Object.entries(objectAt(declared?.response['headers'])).flatMap(([name, written]) => {
      const [text, { schema }] = [headers[name.toLowerCase()], operation.document.resolve(written)];
      if (text === undefined || schema === undefined) return [];
      const verdicts = textReadings(text).map((reading) => operation.of.validateAnswer(schema, reading));
      return verdicts.every((verdict) => verdict?.valid === false)
        ? [`the header ${name} of ${status} is "${text}", and ${verdicts[0]!.why}.`]
        : [];
    });
  },
};
