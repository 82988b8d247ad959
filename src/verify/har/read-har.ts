import { jsonFault, parseJson, tryParse } from '../../json/parse-json.js';
import { isObject, type Json, type JsonObject, listAt, numberAt, objectAt, textAt } from '../../json/json.js';

/** A request that was recorded, and its answer. */
export interface RecordedExchange {
  /** Its position in the file. */
  readonly entry: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** With names in lower case; those of one connection are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  /** The JSON that was answered; undefined for other bodies. */
  readonly answered: Json | undefined;
}

/** A text that is not HAR 1.2; the message names the entry. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

/** Reads the entries of a HAR 1.2 file. Throws a HarError. */
export function readHar(text: string): readonly RecordedExchange[] {
  const log = objectAt(objectAt(parse(text))['log']);
  if (!Array.isArray(log['entries'])) throw new HarError('it has no log.entries. Export it as HAR 1.2.');
  return listAt(log['entries']).map(readEntry);
}

function parse(text: string): Json {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new HarError(`it is not JSON: ${jsonFault(error)}.`);
  }
}

function readEntry(written: Json, entry: number): RecordedExchange {
  const [request, response] = [objectAt(objectAt(written)['request']), objectAt(objectAt(written)['response'])];
  const [method, url, status] = [textAt(request['method']), textAt(request['url']), numberAt(response['status'])];
  const wrong = (what: string) => new HarError(`log.entries[${entry}] ${what}.`);
  if (method === null) throw wrong('has no request.method');
  if (url === null || !URL.canParse(url)) throw wrong('has no request.url that is an absolute address');
  if (status === null) throw wrong('has no response.status');
  const { pathname, search } = new URL(url);
  const content = objectAt(response['content']);
  const isText = textAt(content['encoding']) !== 'base64';
  return {
    entry,
    method: method.toUpperCase(),
    target: `${pathname}${search}`,
    headers: headersOf(request),
    body: textAt(objectAt(request['postData'])['text']) ?? undefined,
    status,
    answered:
      /json/i.test(textAt(content['mimeType']) ?? '') && isText
        ? tryParse(textAt(content['text']) ?? undefined)
        : undefined,
  };
}

/** They belong to the recorded connection, or are written anew. */
const ofConnection = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'if-none-match',
  'if-modified-since',
]);

function headersOf(request: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const written of listAt(request['headers'])) {
    const { name, value } = isObject(written) ? written : {};
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    if (!ofConnection.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return headers;
}
