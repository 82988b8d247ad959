import { objectAt, sortedKeys, type JsonObject } from '../../json/json.js';
import { movedStatus } from './moved-status.js';
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
export function listStatuses(operation: Operation): readonly string[] {
  return [...statusesByName(operation).keys()];
}

/** Matches each response of the revision with those of the base that spoke for its statuses. */
export function matchResponses(pair: OperationPair): readonly MatchedResponse[] {
  const [from, to] = [statusesByName(pair.base), statusesByName(pair.revision)];
  const moved = movedStatus(pair);
  const matches = [...from.keys()].flatMap((status) => {
    const partner = status === moved?.from ? moved.to : governor(status, [...to.keys()]);
    return partner === null ? [] : [[status, partner] as const];
  });
  const specialized = [...to.keys()].flatMap((status) => {
    const partner = status === moved?.to ? null : governor(status, [...from.keys()]);
    return partner === null || partner === status ? [] : [[partner, status] as const];
  });
  return [...matches, ...specialized].map(([status, partner]) => {
    const [key, other] = [from.get(status)!, to.get(partner)!];
    const base = pair.base.document.resolve(objectAt(pair.base.node['responses'])[key]);
    const revision = pair.revision.document.resolve(objectAt(pair.revision.node['responses'])[other]);
    return {
      status: other,
      base,
      revision,
      baseTokens: [...pair.base.tokens, 'responses', key],
      revisionTokens: [...pair.revision.tokens, 'responses', other],
      headers: matchHeaders(pair, base, revision),
    };
  });
}

/** The response that speaks for a status among others: its own, that of its range, or `default`, which beside other statuses stands for failures. */
export function governor(status: string, others: readonly string[]): string | null {
  const range = /^\d/.test(status) ? `${status[0]}XX` : status;
  const found = [status, range].find((name) => others.includes(name));
  if (found !== undefined) return found;
  const speaksForAll = !isSuccess(status) || others.every((other) => other === 'default');
  return others.includes('default') && speaksForAll ? 'default' : null;
}

/** Whether a status or range is a success. */
export function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

/** The keys of responses by their statuses, with ranges in upper case. */
function statusesByName({ node }: Operation): ReadonlyMap<string, string> {
  return new Map(
    sortedKeys(objectAt(node['responses']))
      .filter((key) => !key.startsWith('x-'))
      .map((key) => [key === 'default' ? key : key.toUpperCase(), key]),
  );
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
