import type { ServerResponse } from 'node:http';
import { type FlatHeaders, uniteLinks, uniteVary } from '../../routing/matching/flat-headers.js';

/** Whether a response has headers of its own. */
export const isTouched = (res: ServerResponse): boolean => res.getHeaderNames().length > 0;

/** Sets headers on a response, in place of those with the same names. */
export function setHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2) res.setHeader(headers[index]!, headers[index + 1]!);
}

/** Fields to which everybody adds; of the others the value that was set last counts. */
const united: ReadonlyMap<string, (...values: readonly string[]) => string> = new Map([
  ['vary', uniteVary],
  ['link', uniteLinks],
]);
/** How a field takes others' values too; undefined where the value that was set last counts. */
export const unitedOf = (name: string) => united.get(name.toLowerCase());

/** Adds headers to a response that may already have some: unites `Vary` and `Link`, and sets the others where absent. */
export function mergeHeaders(
  res: Pick<ServerResponse, 'getHeader'> & { setHeader(name: string, value: string): unknown },
  headers: FlatHeaders,
): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    const own = res.getHeader(name);
    const all = own === undefined ? value : unitedOf(name)?.(String(own), value);
    if (all !== undefined) res.setHeader(name, all);
  }
}

/** A flat list of headers with others: as `mergeHeaders` adds them to a response. */
export function withHeaders(own: string[], headers: FlatHeaders): string[] {
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    const first = own.findIndex((one, at) => at % 2 === 0 && isNamed(one, name));
    if (first < 0) own.push(name, value);
    else {
      const unite = unitedOf(name);
      if (unite) own[first + 1] = unite(...takeOthers(own, first, name), value);
    }
  }
  return own;
}

/** Whether a field has a name, in whatever case. */
export const isNamed = (one: string, name: string): boolean =>
  one.length === name.length && one.toLowerCase() === name.toLowerCase();

/** The values of a name, of which only the first stays in the list. */
function takeOthers(own: string[], first: number, name: string): readonly string[] {
  const values = [own[first + 1]!];
  for (let index = own.length - 2; index > first; index -= 2)
    if (isNamed(own[index]!, name)) values.splice(1, 0, own.splice(index, 2)[1]!);
  return values;
}

const lists = new WeakMap<FlatHeaders, WeakMap<FlatHeaders, FlatHeaders>>();

/** Two lists as one, which is kept for as long as both are: it is the same for every request from one origin. */
export function unite(headers: FlatHeaders, more: FlatHeaders): FlatHeaders {
  if (more.length === 0) return headers;
  const withHeaders = lists.get(headers) ?? new WeakMap<FlatHeaders, FlatHeaders>();
  const known = withHeaders.get(more);
  if (known !== undefined) return known;
  const both = [...headers, ...more];
  lists.set(headers, withHeaders.set(more, both));
  return both;
}

/** `writeHead` of a response that it is bound to. */
export type WriteHead = (status: number, ...rest: readonly unknown[]) => ServerResponse;
const keptKey = Symbol('svckit.kept');

/** A response with the headers that are kept for it: a map of responses would make collecting garbage slow. */
type Keeping = ServerResponse & { [keptKey]?: FlatHeaders };

/**
 * Adds headers to a response that somebody is about to write by hand, who may replace them; to `Link` and `Vary` they can only add,
 * however they set them.
 */
export function keepHeaders(res: ServerResponse, headers: FlatHeaders): ServerResponse {
  mergeHeaders(res, headers);
  const keeping = res as Keeping;
  const isKept = keeping[keptKey] !== undefined;
  keeping[keptKey] = headers;
  if (isKept) return res;
  const writeHead = res.writeHead.bind(res) as WriteHead;
  res.writeHead = ((status, ...rest) =>
    writeKept(res, keeping[keptKey]!, writeHead, status, rest)) as WriteHead as ServerResponse['writeHead'];
  return res;
}

/** Writes a head whose `Link` and `Vary` have the kept ones too; the others are on the response. */
export function writeKept(
  res: ServerResponse,
  headers: FlatHeaders,
  writeHead: WriteHead,
  status: number,
  rest: readonly unknown[],
): ServerResponse {
  const given = rest.at(-1);
  const own = typeof given === 'object' && given !== null ? given : null;
  if (own === null || !hasUnited(own)) {
    if (!res.headersSent) restoreUnited(res, headers);
    return writeHead(status, ...rest);
  }
  const pairs = headerPairs(own);
  if (!res.headersSent) {
    for (const [name, value] of pairs.filter(isUnited).toReversed())
      res.setHeader(name, unitedOf(name)!(String(value), String(res.getHeader(name) ?? '')));
    restoreUnited(res, headers);
  }
  return writeHead(status, ...rest.slice(0, -1), pairs.filter((pair) => !isUnited(pair)).flat());
}

/** Adds `Link` and `Vary` where somebody has put others in their place. */
function restoreUnited(res: ServerResponse, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    const unite = unitedOf(name);
    const own = unite && res.getHeader(name);
    if (unite && own !== value) res.setHeader(name, own === undefined ? value : unite(String(own), value));
  }
}

/** Whether headers for `writeHead` have a field to which everybody adds. */
function hasUnited(given: object): boolean {
  if (Array.isArray(given)) return headerPairs(given).some(isUnited);
  for (const name of Object.keys(given)) if (name.length === 4 && unitedOf(name)) return true;
  return false;
}

type Pairs = readonly (readonly [string, unknown])[];

const isUnited = ([name, value]: Pairs[number]) =>
  unitedOf(name) !== undefined && (typeof value === 'string' || Array.isArray(value));

/** Headers as `writeHead` takes them: an object, a flat list of names and values, or a list of pairs. */
export function headerPairs(given: object): Pairs {
  if (!Array.isArray(given)) return Object.entries(given);
  if (Array.isArray(given[0])) return given as Pairs;
  return given.flatMap((name, index) => (index % 2 === 0 ? [[String(name), given[index + 1]] as const] : []));
}
