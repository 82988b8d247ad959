import { operationFamily } from '../../family.js';
import { matchResponses, type MatchedResponse } from '../../../openapi/operations/match-responses.js';
import {
  matchContent,
  mediaAt,
  mediaSchemas,
  type MatchedMediaType,
  type MediaTypeRelation,
} from '../../../openapi/operations/media-types.js';
import type { OperationPair } from '../../../openapi/operations/operation-pair.js';

const renameIds = {
  changed: 'response-media-type-name-changed',
  generalized: 'response-media-type-name-generalized',
  specialized: 'response-media-type-name-specialized',
} as const satisfies Readonly<Record<Exclude<MediaTypeRelation, 'same'>, string>>;

export const responseContent = operationFamily({
  name: 'response-content',
  inbound: false,
  checks: {
    'response-media-type-added': ['info', 'response', 'responses', 'existence', 'add'],
    'response-media-type-removed': ['error', 'response', 'responses', 'existence', 'remove'],
    'response-media-type-name-changed': ['info', 'response', 'responses', 'type', 'change'],
    'response-media-type-name-generalized': ['error', 'response', 'responses', 'type', 'generalize'],
    'response-media-type-name-specialized': ['info', 'response', 'responses', 'type', 'specialize'],
    'response-body-media-type-schema-added': ['info', 'response', 'responses', 'existence', 'add'],
    'response-body-media-type-schema-removed': ['warning', 'response', 'responses', 'existence', 'remove'],
  },
  compare: (pair) =>
    matchResponses(pair).flatMap((response) => {
      const { status, base, revision, baseTokens, revisionTokens } = response;
      const { added, removed, common } = matchContent(base, revision);
      return [
        ...removed.map((name) => ({
          id: 'response-media-type-removed' as const,
          tokens: [...baseTokens, 'content', name],
          message: `the response ${status} is no longer available as ${name}`,
        })),
        ...added.map((name) => ({
          id: 'response-media-type-added' as const,
          tokens: [...revisionTokens, 'content', name],
          message: `the response ${status} is now also available as ${name}`,
        })),
        ...common.flatMap((match) => [...compareNames(response, match), ...comparePresence(pair, response, match)]),
      ];
    }),
});

function compareNames({ status, revisionTokens }: MatchedResponse, { base, revision, relation }: MatchedMediaType) {
  if (relation === 'same') return [];
  const message = `the media type of the response ${status} changed from ${base} to ${revision}`;
  return [{ id: renameIds[relation], tokens: [...revisionTokens, 'content', revision], message }];
}

function comparePresence(pair: OperationPair, response: MatchedResponse, match: MatchedMediaType) {
  const { status, base, revision, revisionTokens } = response;
  const [before, after] = [mediaAt(pair.base, base, match.base), mediaAt(pair.revision, revision, match.revision)];
  return mediaSchemas.flatMap((keyword) => {
    const [had, has] = [before[keyword] !== undefined, after[keyword] !== undefined];
    if (had === has) return [];
    const tokens = [...revisionTokens, 'content', match.revision, keyword];
    const subject = `the response ${status} as ${match.revision}`;
    const words = keyword === 'schema' ? 'a schema' : 'a schema for its items';
    return [
      has
        ? { id: 'response-body-media-type-schema-added' as const, tokens, message: `${subject} now has ${words}` }
        : {
            id: 'response-body-media-type-schema-removed' as const,
            tokens,
            message: `${subject} no longer has ${words}`,
          },
    ];
  });
}
