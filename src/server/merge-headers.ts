import type { ServerResponse } from 'node:http';
import { type FlatHeaders, uniteVary } from '../routing/matching/flat-headers.js';

/** Whether a response has headers of its own. */
export const isTouched = (res: ServerResponse): boolean => res.getHeaderNames().length > 0;

/** Sets headers on a response, in place of those with the same names. */
export function setHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2) res.setHeader(headers[index]!, headers[index + 1]!);
}

/** Adds headers to a response that may already have some: joins `Vary`, appends `Link`, and sets the others where absent. */
export function mergeHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    const own = res.getHeader(name);
    if (own === undefined) res.setHeader(name, value);
    else if (name === 'Vary') res.setHeader(name, uniteVary(String(own), value));
    else if (name === 'Link' && !String(own).includes(value)) res.setHeader(name, `${String(own)}, ${value}`);
  }
}

const united = new WeakMap<FlatHeaders, WeakMap<FlatHeaders, FlatHeaders>>();

/** Two lists as one, which is kept for as long as both are: it is the same for every request from one origin. */
export function unite(headers: FlatHeaders, more: FlatHeaders): FlatHeaders {
  if (more.length === 0) return headers;
  const withHeaders = united.get(headers) ?? new WeakMap<FlatHeaders, FlatHeaders>();
  const known = withHeaders.get(more);
  if (known !== undefined) return known;
  const both = [...headers, ...more];
  united.set(headers, withHeaders.set(more, both));
  return both;
}

type WriteHead = (status: number, ...rest: readonly unknown[]) => ServerResponse;
const kept = new WeakSet<ServerResponse>();

/** Headers that a handler passes to `writeHead` replace those of the response, except `Link` and `Vary`, which are joined. */
export function keepFixedHeaders(res: ServerResponse): ServerResponse {
  if (kept.has(res)) return res;
  kept.add(res);
  const writeHead = res.writeHead.bind(res) as WriteHead;
  res.writeHead = ((status, ...rest) => {
    const given = rest.at(-1);
    if (typeof given !== 'object' || given === null) return writeHead(status, ...rest);
    const own = headerPairs(given);
    return writeHead(
      status,
      ...rest.slice(0, -1),
      own.flatMap(([name, value]) => [name, join(res, name, value)]),
    );
  }) as WriteHead as ServerResponse['writeHead'];
  return res;
}

function join(res: ServerResponse, name: string, value: unknown): unknown {
  const fixed = res.getHeader(name);
  if (fixed === undefined || (typeof value !== 'string' && !Array.isArray(value))) return value;
  const own = [value].flat().join(', ');
  if (/^vary$/i.test(name)) return uniteVary(own, String(fixed));
  return /^link$/i.test(name) && !own.includes(String(fixed)) ? `${own}, ${String(fixed)}` : value;
}

/** Headers as `writeHead` takes them: an object, a flat list of names and values, or a list of pairs. */
export function headerPairs(given: object): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(given)) return Object.entries(given);
  if (Array.isArray(given[0])) return given as readonly (readonly [string, unknown])[];
  return given.flatMap((name, index) => (index % 2 === 0 ? [[String(name), given[index + 1]] as const] : []));
}
