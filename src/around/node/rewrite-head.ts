import { IncomingMessage } from 'node:http';
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
  req.rawHeaders = placeFields([...req.rawHeaders], changed);
  req.headers = fields;
  renewDistinct(req);
}

/** Gives a request of Node another value of one field, in place: copies of its fields would cost as much as deciding who answers it. */
export function replaceField(req: IncomingMessage, name: string, value: string): void {
  const { headers, rawHeaders } = req;
  if (headers[name] === value) return;
  headers[name] = value;
  placeField(rawHeaders, name, value);
  renewDistinct(req);
}

/**
 * Where a request of Node keeps how many raw fields came, and `headersDistinct` once somebody has asked for it; undefined on platforms that keep
 * them elsewhere.
 */
const [countKey, distinctKey] = ['kHeadersCount', 'kHeadersDistinct'].map((description) =>
  keptIn(new IncomingMessage(null as never)).find((key) => key.description === description),
);

function keptIn(req: IncomingMessage): readonly symbol[] {
  void req.headersDistinct;
  return Object.getOwnPropertySymbols(req);
}

/** Lets `headersDistinct` follow the raw fields. To define it anew would cost 0.2 microseconds. */
function renewDistinct(req: IncomingMessage): void {
  const kept = req as unknown as Record<symbol, unknown>;
  if (countKey === undefined || distinctKey === undefined || typeof kept[countKey] !== 'number')
    return void Object.defineProperty(req, 'headersDistinct', distinctFromRaw);
  kept[countKey] = req.rawHeaders.length;
  if (kept[distinctKey]) kept[distinctKey] = null;
}

const distinctFromRaw: PropertyDescriptor = {
  configurable: true,
  get(this: IncomingMessage): NodeJS.Dict<string[]> {
    const fields: Record<string, string[]> = {};
    const { rawHeaders: raw } = this;
    for (let index = 0; index < raw.length; index += 2)
      (fields[raw[index]!.toLowerCase()] ??= []).push(raw[index + 1]!);
    Object.defineProperty(this, 'headersDistinct', { value: fields, configurable: true, writable: true });
    return fields;
  },
};

/** Gives a list of names and values others, in place: one stands where the first of its name stood, in its spelling. null leaves a name out. */
export function placeFields(raw: string[], fields: OnwardHead['headers']): string[] {
  for (const name of Object.keys(fields)) placeField(raw, name, fields[name]!);
  return raw;
}

function placeField(raw: string[], name: string, value: string | null): void {
  let isPlaced = value === null;
  for (let index = 0; index < raw.length; index += 2) {
    const one = raw[index]!;
    if (one.length !== name.length || one.toLowerCase() !== name) continue;
    if (isPlaced) {
      raw.splice(index, 2);
      index -= 2;
    } else raw[index + 1] = value!;
    isPlaced = true;
  }
  if (!isPlaced) raw.push(name, value!);
}

/** What is not on the request already; null where everything is. */
export function changedFields(req: IncomingMessage, headers: OnwardHead['headers']): OnwardHead['headers'] | null {
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
