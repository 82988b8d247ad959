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
  const changed = changedFields(req, headers);
  if (changed === null) return;
  const fields = { ...req.headers };
  for (const name of Object.keys(changed)) {
    const value = changed[name]!;
    if (value === null) delete fields[name];
    else fields[name] = value;
  }
  req.rawHeaders = rewriteRaw(req.rawHeaders, changed);
  req.headers = fields;
  // Computed again from the raw ones.
  req.headersDistinct = undefined as never;
}

/** The raw fields of a request with another head. */
export function rawFieldsOf(req: IncomingMessage, { headers }: OnwardHead): readonly string[] {
  const changed = changedFields(req, headers);
  return changed === null ? req.rawHeaders : rewriteRaw(req.rawHeaders, changed);
}

/** What is not on the request already; null where everything is. */
function changedFields(req: IncomingMessage, headers: OnwardHead['headers']): OnwardHead['headers'] | null {
  let changed: Record<string, string | null> | null = null;
  for (const name of Object.keys(headers)) {
    const value = headers[name]!;
    if ((req.headers[name] ?? null) !== value) (changed ??= {})[name] = value;
  }
  return changed;
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
  const written: string[] = [];
  const names = Object.keys(headers);
  const isPlaced = names.map(() => false);
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    const at = names.findIndex((one) => one.length === name.length && one === name.toLowerCase());
    if (at < 0) written.push(name, raw[index + 1]!);
    else if (!isPlaced[at]) {
      isPlaced[at] = true;
      place(written, name, headers[names[at]!]!);
    }
  }
  for (const [at, name] of names.entries()) if (!isPlaced[at]) place(written, name, headers[name]!);
  return written;
}

function place(written: string[], name: string, value: string | null): void {
  if (value !== null) written.push(name, value);
}
