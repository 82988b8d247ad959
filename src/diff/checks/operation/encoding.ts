import { operationFamily } from '../../family.js';
import { matchResponses } from '../../../openapi/operations/match-responses.js';
import { matchContent, mediaAt } from '../../../openapi/operations/media-types.js';
import {
  compareEncodings,
  type EncodingChange,
  encodingTokens,
  listFormParts,
} from '../../operation/compare-encodings.js';
import type { OperationPair } from '../../../openapi/operations/operation-pair.js';
import { isObject, type JsonObject } from '../../../json/json.js';

/** How the parts of a form are written: `encoding`, `prefixEncoding` and `itemEncoding` of multipart and URL-encoded bodies. */
export const encoding = operationFamily({
  name: 'encoding',
  inbound: false,
  checks: {
    'request-body-encoding-changed': ['error', 'request', 'requestBody', 'structure', 'change'],
    'request-body-encoding-generalized': ['info', 'request', 'requestBody', 'structure', 'generalize'],
    'response-body-encoding-changed': ['error', 'response', 'responses', 'structure', 'change'],
    'response-body-encoding-specialized': ['info', 'response', 'responses', 'structure', 'specialize'],
  },
  compare: (pair) => [
    ...compareRequest(pair).map(({ change, tokens }) => ({
      id: change.isWider ? ('request-body-encoding-generalized' as const) : ('request-body-encoding-changed' as const),
      tokens,
      message: `the request body: ${change.text}`,
    })),
    ...matchResponses(pair).flatMap(({ status, base, revision, revisionTokens }) =>
      compareHolders(pair, base, revision, revisionTokens).map(({ change, tokens }) => ({
        id: change.isNarrower
          ? ('response-body-encoding-specialized' as const)
          : ('response-body-encoding-changed' as const),
        tokens,
        message: `the response ${status}: ${change.text}`,
      })),
    ),
  ],
});

function compareRequest(pair: OperationPair) {
  const { base, revision } = pair;
  const [from, to] = [base.node['requestBody'], revision.node['requestBody']];
  if (!isObject(from) || !isObject(to)) return [];
  const tokens = [...revision.tokens, 'requestBody'];
  return compareHolders(pair, base.document.resolve(from), revision.document.resolve(to), tokens);
}

interface PlacedChange {
  readonly change: EncodingChange;
  readonly tokens: readonly string[];
}

function compareHolders(
  { base, revision }: OperationPair,
  from: JsonObject,
  to: JsonObject,
  tokens: readonly string[],
): readonly PlacedChange[] {
  return matchContent(from, to).common.flatMap((match) => {
    if (!/^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(match.revision)) return [];
    const sides = {
      base: { media: mediaAt(base, from, match.base), document: base.document },
      revision: { media: mediaAt(revision, to, match.revision), document: revision.document },
    };
    return listFormParts([sides.base, sides.revision]).flatMap((part) =>
      compareEncodings(part, sides.base, sides.revision).map((change) => ({
        change,
        tokens: [...tokens, 'content', match.revision, ...encodingTokens(part)],
      })),
    );
  });
}
