import { objectAt, sortedKeys, type JsonObject } from '../../../json/json.js';
import type { Operation, OperationPair } from './operation-pair.js';

/** A header of a response. */
export interface NamedHeader {
  readonly name: string;
  readonly node: JsonObject;
}

/** The matched headers of a response; case does not matter. */
export interface MatchedHeaders {
  readonly common: readonly { readonly name: string; readonly base: JsonObject; readonly revision: JsonObject }[];
  readonly added: readonly NamedHeader[];
  readonly removed: readonly NamedHeader[];
}

/** A response that both sides have. */
export interface MatchedResponse {
  readonly status: string;
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly baseTokens: readonly string[];
  readonly revisionTokens: readonly string[];
  readonly headers: MatchedHeaders;
}

/** The statuses of an operation as its document writes them, with ranges in upper case. */
export function listStatuses({ node }: Operation): readonly string[] {
  return sortedKeys(objectAt(node['responses']))
    .filter((key) => !key.startsWith('x-'))
    .map((key) => (key === 'default' ? key : key.toUpperCase()));
}

/** Matches responses by status; a single status also matches the range that replaced it. */
export function matchResponses(pair: OperationPair): readonly MatchedResponse[] {
  const others = objectAt(pair.revision.node['responses']);
  const responses = objectAt(pair.base.node['responses']);
  return sortedKeys(responses)
    .filter((key) => !key.startsWith('x-'))
    .flatMap((key) => {
      const partner = [key, key.toUpperCase(), `${key[0]}XX`, `${key[0]}xx`].find((name) => others[name] !== undefined);
      if (partner === undefined) return [];
      const base = pair.base.document.resolve(responses[key]);
      const revision = pair.revision.document.resolve(others[partner]);
      return [
        {
          status: partner,
          base,
          revision,
          baseTokens: [...pair.base.tokens, 'responses', key],
          revisionTokens: [...pair.revision.tokens, 'responses', partner],
          headers: matchHeaders(pair, base, revision),
        },
      ];
    });
}

function matchHeaders(pair: OperationPair, base: JsonObject, revision: JsonObject): MatchedHeaders {
  const [from, to] = [listHeaders(pair.base, base), listHeaders(pair.revision, revision)];
  return {
    common: [...from].flatMap(([key, header]) => {
      const partner = to.get(key);
      return partner ? [{ name: partner.name, base: header.node, revision: partner.node }] : [];
    }),
    added: [...to].filter(([key]) => !from.has(key)).map(([, header]) => header),
    removed: [...from].filter(([key]) => !to.has(key)).map(([, header]) => header),
  };
}

/** OpenAPI ignores a Content-Type among the headers. */
function listHeaders({ document }: Operation, response: JsonObject): ReadonlyMap<string, NamedHeader> {
  const headers = objectAt(response['headers']);
  return new Map(
    sortedKeys(headers)
      .filter((name) => name.toLowerCase() !== 'content-type')
      .map((name) => [name.toLowerCase(), { name, node: document.resolve(headers[name]) }]),
  );
}
