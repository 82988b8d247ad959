import { checks } from '../../../diff/checks/checks.js';
import { frozenRules } from '../../../laws/frozen-results.js';

const filled = { type: 'string', pattern: '\\S' } as const;
const optional = { type: ['string', 'null'] } as const;

/** The JSON Schema of contracts/exceptions.yaml, for editors. */
export const exceptionsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'exceptions.yaml',
  description: 'Findings of svc diff and svc gate that are accepted until a date.',
  type: ['array', 'null'],
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'pointer', 'reason', 'owner', 'expires'],
    properties: {
      id: {
        type: 'string',
        description: 'A check of svc diff --list, or a pattern with a star.',
        anyOf: [{ enum: [...Object.keys(checks), ...frozenRules.map(({ id }) => id)].toSorted() }, { pattern: '\\*' }],
      },
      version: {
        description: 'The version of the finding, or several; left out where it has none.',
        oneOf: [filled, { type: 'array', minItems: 1, items: filled }, { type: 'null' }],
      },
      method: optional,
      path: optional,
      pointer: { ...optional, description: 'The JSON pointer of the finding.' },
      folded: { ...optional, description: 'The digest of the results that the finding folds, where it folds some.' },
      reason: { ...filled, description: 'Why clients can accept this.' },
      owner: { ...filled, description: 'Who is responsible.' },
      expires: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The last day on which it applies.' },
    },
  },
};
