import type { IncomingMessage } from 'node:http';
import { queryOf } from '../../routing/table/path.js';
import type { OnwardHead } from '../onward.js';

/** What Express adds to a request. */
interface ExpressRequest {
  originalUrl?: string;
  query?: unknown;
  readonly app?: { get?(setting: string): unknown };
}

/** Gives a request of Node another head; `rawHeaders` and `headersDistinct` follow. */
export function rewriteHead(req: IncomingMessage & ExpressRequest, { method, url, headers }: OnwardHead): void {
  req.method = method;
  if (url !== req.url) rewriteTarget(req, url);
  const changed = Object.entries(headers).filter(([name, value]) => (req.headers[name] ?? null) !== value);
  if (changed.length === 0) return;
  const fields = { ...req.headers };
  for (const [name, value] of changed) {
    if (value === null) delete fields[name];
    else fields[name] = value;
  }
  req.rawHeaders = rewriteRaw(req.rawHeaders, Object.fromEntries(changed));
  req.headers = fields;
  // Computed again from the raw ones.
  req.headersDistinct = undefined as never;
}

function rewriteTarget(req: IncomingMessage & ExpressRequest, url: string): void {
  if (req.originalUrl === req.url) req.originalUrl = url;
  req.url = url;
  // Express 4 has parsed the query before any middleware.
  const parse = req.app?.get?.('query parser fn');
  if (Object.hasOwn(req, 'query') && typeof parse === 'function') req.query = parse(queryOf(url)) as unknown;
}

/** A replaced field stands where the first of its name stood, in its spelling. */
function rewriteRaw(raw: readonly string[], headers: OnwardHead['headers']): string[] {
  const left = new Map(Object.entries(headers));
  const written: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    const key = name.toLowerCase();
    if (!Object.hasOwn(headers, key)) written.push(name, raw[index + 1]!);
    const value = left.get(key);
    left.delete(key);
    if (typeof value === 'string') written.push(name, value);
  }
  for (const [name, value] of left) if (value !== null) written.push(name, value);
  return written;
}
