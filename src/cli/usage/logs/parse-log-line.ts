import type { JsonObject } from '../../../json/json.js';
import { isObject, textAt, type Json } from '../../../json/json.js';
import { parseDate } from '../../../text/date.js';

/** One request that a server logged. */
export interface LoggedRequest {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly status: number | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly user: string | null;
  readonly agent: string | null;
  readonly address: string | null;
  /** With names in lower case, those that the log has. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a field that holds the version says; null without one. */
  readonly version: string | null;
}

/** What a field of a JSON line stands for. */
export const logFields = ['method', 'path', 'status', 'time', 'user', 'agent', 'address', 'version'] as const;
export type LogField = (typeof logFields)[number];

/** Where JSON logs have each fact: those of pino-http, nginx, Caddy, Envoy and others; a dot leads into an object. */
const knownFields: Readonly<Record<LogField, readonly string[]>> = {
  method: [
    'req.method',
    'request.method',
    'request_method',
    'method',
    'http.method',
    'httpRequest.requestMethod',
    'verb',
  ],
  path: [
    'req.url',
    'request.uri',
    'request_uri',
    'path',
    'x_envoy_origin_path',
    'http.url',
    'httpRequest.requestUrl',
    'uri',
    'url',
  ],
  status: ['res.statusCode', 'status', 'response_code', 'statusCode', 'http.status_code', 'httpRequest.status'],
  time: ['time', 'ts', 'timestamp', '@timestamp', 'start_time', 'time_iso8601', 'time_local', 'msec'],
  user: ['user', 'remote_user', 'user_id', 'request.user'],
  agent: ['req.headers.user-agent', 'request.headers.User-Agent.0', 'http_user_agent', 'user_agent', 'userAgent'],
  address: ['req.remoteAddress', 'request.remote_ip', 'remote_addr', 'x_forwarded_for', 'clientIp', 'ip'],
  version: [],
};

/** The fields that `--fields` names, instead of the known ones. */
export type FieldNames = Partial<Readonly<Record<LogField, string>>>;

/** Reads a line of an access log in the common, combined or JSON format; null for any other line. */
export function parseLogLine(line: string, fields: FieldNames): LoggedRequest | null {
  return line.trimStart().startsWith('{') ? parseJson(line, fields) : parseText(line);
}

const text =
  /^(\S+) \S+ (.+?) \[(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})\] "([A-Z][A-Z-]*) ((?:[^"\\]|\\.)*?)(?: HTTP\/[\d.]+)?" (\d{3}) (?:\d+|-)(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function parseText(line: string): LoggedRequest | null {
  const match = text.exec(line);
  if (!match) return null;
  const [, address, user, day, month = '', year, clock, hours, minutes, method, url, status, agent] = match;
  const at = months.indexOf(month) + 1;
  const time = Date.parse(`${year}-${String(at).padStart(2, '0')}-${day}T${clock}${hours}:${minutes}`);
  if (at === 0 || Number.isNaN(time)) return null;
  return {
    method: method!,
    url: unescape(url!),
    status: Number(status),
    time,
    user: said(user),
    agent: said(agent === undefined ? undefined : unescape(agent)),
    address: said(address),
    headers: {},
    version: null,
  };
}

/** `\"` and `\x22`, as Apache and nginx write them. */
function unescape(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replaceAll(/\\(?:x([\dA-Fa-f]{2})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const said = (word: string | undefined) => (word === undefined || word === '-' || word === '' ? null : word);

function parseJson(line: string, fields: FieldNames): LoggedRequest | null {
  let record: Json;
  try {
    record = JSON.parse(line) as Json;
  } catch {
    return null;
  }
  if (!isObject(record)) return null;
  const find = (name: LogField): Json | undefined => {
    const own = fields[name];
    for (const path of own === undefined ? knownFields[name] : [own]) {
      const value = valueOf(record, path);
      if (value !== undefined && typeof value !== 'object') return value;
    }
    return undefined;
  };
  const request = requestOf(find('method'), find('path'), record);
  const time = timeOf(find('time'));
  if (!request || time === null) return null;
  const status = Number(find('status') ?? Number.NaN);
  return {
    ...request,
    status: Number.isInteger(status) ? status : null,
    time,
    user: said(wordOf(find('user'))),
    agent: said(wordOf(find('agent'))),
    address: said(wordOf(find('address'))),
    headers: headersOf(record),
    version: said(wordOf(find('version'))),
  };
}

/** nginx may log the request line as one field. */
function requestOf(method: Json | undefined, path: Json | undefined, record: JsonObject) {
  const [known, url] = [textAt(method), textAt(path)];
  if (known !== null && url !== null) return { method: known.toUpperCase(), url };
  const line = /^([A-Z][A-Z-]*) (\S+)(?: HTTP\/[\d.]+)?$/.exec(textAt(record['request']) ?? '');
  return line ? { method: line[1]!, url: line[2]! } : null;
}

const wordOf = (value: Json | undefined) => (value === undefined ? undefined : String(value));

/** `req.headers.user-agent`: a member of that whole name wins over a way through objects. */
function valueOf(record: JsonObject, path: string): Json | undefined {
  if (record[path] !== undefined) return record[path];
  let current: Json | undefined = record;
  for (const step of path.split('.')) {
    current = Array.isArray(current)
      ? (current as readonly Json[])[Number(step)]
      : isObject(current)
        ? current[step]
        : undefined;
  }
  return current;
}

/** Seconds or milliseconds since 1970, an ISO date, or the time of the common format. */
function timeOf(written: Json | undefined): number | null {
  const number = typeof written === 'string' && /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : written;
  if (typeof number === 'number') return number > 0 ? Math.round(number < 1e11 ? number * 1000 : number) : null;
  if (typeof written !== 'string') return null;
  const common = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/.exec(written);
  if (!common) return parseDate(written)?.getTime() ?? null;
  const [, day, month = '', year, clock, hours, minutes] = common;
  const at = String(months.indexOf(month) + 1).padStart(2, '0');
  return parseDate(`${year}-${at}-${day}T${clock}${hours}:${minutes}`)?.getTime() ?? null;
}

/** pino-http and Caddy log headers as an object; nginx as fields such as `http_x_api_version`. */
function headersOf(record: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of ['req', 'request']) {
    const holder = record[name];
    const logged = isObject(holder) ? holder['headers'] : undefined;
    if (!isObject(logged)) continue;
    for (const [key, value] of Object.entries(logged)) {
      const word = Array.isArray(value) ? value[0] : value;
      if (typeof word === 'string') headers[key.toLowerCase()] = word;
    }
  }
  for (const [key, value] of Object.entries(record))
    if (/^http_/i.test(key) && typeof value === 'string')
      headers[key.slice(5).toLowerCase().replaceAll('_', '-')] = value;
  return headers;
}
