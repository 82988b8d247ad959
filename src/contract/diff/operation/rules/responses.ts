import { objectAt } from '../../../../json/json.js';
import { matchContent } from '../media-types.js';
import { listStatuses, matchResponses } from '../match-responses.js';
import type { OperationRule } from '../operation-rule.js';

export const responseStatusRule: OperationRule = {
  name: 'response-status',
  inbound: false,
  compare: ({ base, revision }) => {
    const [from, to] = [listStatuses(base), listStatuses(revision)];
    const isKnown = (status: string, others: readonly string[]) =>
      others.includes(status) || others.includes(rangeOf(status));
    return [
      ...from
        .filter((status) => !isKnown(status, to))
        .map((status) => ({
          id: `response-${isSuccess(status) ? 'success' : 'non-success'}-status-removed` as const,
          tokens: [...base.tokens, 'responses', status],
          message: `the response ${status} was removed`,
        })),
      ...to
        .filter((status) => !isKnown(status, from))
        .map((status) => ({
          id: `response-${isSuccess(status) ? 'success' : 'non-success'}-status-added` as const,
          tokens: [...revision.tokens, 'responses', status],
          message: `the response ${status} was added`,
        })),
    ];
  },
};

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function rangeOf(status: string): string {
  return /^\d/.test(status) ? `${status[0]}XX` : status;
}

export const responseMediaTypeRule: OperationRule = {
  name: 'response-media-type',
  inbound: false,
  compare: (pair) =>
    matchResponses(pair).flatMap(({ status, base, revision, baseTokens, revisionTokens }) => {
      const { added, removed, common } = matchContent(base, revision);
      const at = (tokens: readonly string[], name: string) => [...tokens, 'content', name];
      return [
        ...removed.map((name) => ({
          id: 'response-media-type-removed' as const,
          tokens: at(baseTokens, name),
          message: `the response ${status} is no longer offered as ${name}`,
        })),
        ...added.map((name) => ({
          id: 'response-media-type-added' as const,
          tokens: at(revisionTokens, name),
          message: `the response ${status} is now also offered as ${name}`,
        })),
        ...common.flatMap((match) => {
          const tokens = at(revisionTokens, match.revision);
          const had = objectAt(objectAt(base['content'])[match.base])['schema'] !== undefined;
          const has = objectAt(objectAt(revision['content'])[match.revision])['schema'] !== undefined;
          return [
            ...(match.relation === 'same'
              ? []
              : [
                  {
                    id: `response-media-type-name-${match.relation}` as const,
                    tokens,
                    message: `the media type of the response ${status} went from ${match.base} to ${match.revision}`,
                  },
                ]),
            ...(had === has
              ? []
              : [
                  {
                    id: has
                      ? ('response-body-media-type-schema-added' as const)
                      : ('response-body-media-type-schema-removed' as const),
                    tokens: [...tokens, 'schema'],
                    message: `the response ${status} as ${match.revision} ${has ? 'has a schema now' : 'lost its schema'}`,
                  },
                ]),
          ];
        }),
      ];
    }),
};

export const responseHeaderRule: OperationRule = {
  name: 'response-header',
  inbound: false,
  compare: (pair) =>
    matchResponses(pair).flatMap(({ status, headers, baseTokens, revisionTokens }) => [
      ...headers.removed.map(({ name, node }) => ({
        id:
          node['required'] === true
            ? ('required-response-header-removed' as const)
            : ('optional-response-header-removed' as const),
        tokens: [...baseTokens, 'headers', name],
        message: `the ${node['required'] === true ? 'required' : 'optional'} header ${name} of the response ${status} was removed`,
      })),
      ...headers.added.map(({ name }) => ({
        id: 'response-header-added' as const,
        tokens: [...revisionTokens, 'headers', name],
        message: `the response ${status} has the new header ${name}`,
      })),
      ...headers.common.flatMap(({ name, base, revision }) => {
        const [had, has] = [base['required'] === true, revision['required'] === true];
        if (had === has) return [];
        return [
          {
            id: has ? ('response-header-became-required' as const) : ('response-header-became-optional' as const),
            tokens: [...revisionTokens, 'headers', name],
            message: `the header ${name} of the response ${status} became ${has ? 'required' : 'optional'}`,
          },
        ];
      }),
    ]),
};
