import type { JsonObject } from '../../../json/json.js';
import { operationFamily } from '../../family.js';
import { mayBe } from '../../operation/may-be.js';
import type { Operation } from '../../../openapi/operations/operation-pair.js';
import { matchResponses } from '../../../openapi/operations/match-responses.js';

export const responseHeader = operationFamily({
  name: 'response-header',
  inbound: false,
  checks: {
    'required-response-header-removed': ['error', 'response', 'headers', 'existence', 'remove'],
    'optional-response-header-removed': ['warning', 'response', 'headers', 'existence', 'remove'],
    'response-header-added': ['info', 'response', 'headers', 'existence', 'add'],
    'response-header-became-required': ['info', 'response', 'headers', 'requiredness', 'change'],
    'response-header-explode-changed': ['error', 'response', 'headers', 'structure', 'change'],
    'response-header-became-optional': ['error', 'response', 'headers', 'requiredness', 'change'],
  },
  compare: (pair) =>
    matchResponses(pair).flatMap(({ status, headers, baseTokens, revisionTokens }) => [
      ...headers.removed.map(({ name, node }) => {
        const tokens = [...baseTokens, 'headers', name];
        const end = `header ${name} of the response ${status} was removed`;
        return node['required'] === true
          ? { id: 'required-response-header-removed' as const, tokens, message: `the required ${end}` }
          : { id: 'optional-response-header-removed' as const, tokens, message: `the optional ${end}` };
      }),
      ...headers.added.map(({ name }) => ({
        id: 'response-header-added' as const,
        tokens: [...revisionTokens, 'headers', name],
        message: `the response ${status} has the new header ${name}`,
      })),
      ...headers.common
        .filter(({ base, revision }) => isExploded(pair.base, base) !== isExploded(pair.revision, revision))
        .map(({ name, revision }) => ({
          id: 'response-header-explode-changed' as const,
          tokens: [...revisionTokens, 'headers', name, 'explode'],
          message: `the header ${name} of the response ${status} now writes objects ${isExploded(pair.revision, revision) ? 'as name=value' : 'as name,value'} (explode)`,
        })),
      ...headers.common.flatMap(({ name, base, revision }) => {
        const [had, has] = [base['required'] === true, revision['required'] === true];
        if (had === has) return [];
        const tokens = [...revisionTokens, 'headers', name];
        const subject = `the header ${name} of the response ${status}`;
        return [
          has
            ? { id: 'response-header-became-required' as const, tokens, message: `${subject} became required` }
            : { id: 'response-header-became-optional' as const, tokens, message: `${subject} became optional` },
        ];
      }),
    ]),
});

/** Exploding changes objects only: lists are written with commas either way. */
function isExploded({ document }: Operation, { explode, schema }: JsonObject): boolean {
  return explode === true && mayBe('object', document, schema);
}
