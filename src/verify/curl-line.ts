import { isObject, type Json, type JsonObject } from '../json/json.js';
import type { Secrets } from './redact.js';
import { isFormType, isJsonLines, isJsonType } from './write-body.js';
import { type WrittenRequest } from './write-request.js';
import { quoteShell } from '../text/escape.js';

/** The line that sends a request again, for sh. Secrets are variables, to be set before. */
export function curlLine(origin: string, request: WrittenRequest, secrets: Secrets): string {
  const { method, target, headers, parts: fields } = request;
  const parts = [
    'curl',
    // curl would resolve dots and braces.
    '--path-as-is -g',
    method === 'HEAD' ? '--head' : '-i',
    ...(method === 'GET' || method === 'HEAD' ? [] : [`-X ${quoteShell(method)}`]),
    ...Object.entries(headers)
      // curl chooses the boundary of multipart.
      .filter(([name]) => !fields || name !== 'Content-Type')
      .map(([name, value]) => `-H ${quoteHeader(name, value, secrets)}`),
    ...bodyOptions(request, secrets),
    quoteText(`${origin}${redactQuery(target, secrets)}`, secrets),
  ];
  return parts.join(' ');
}

function bodyOptions({ headers, body, parts }: WrittenRequest, secrets: Secrets): readonly string[] {
  if (parts)
    return parts.map(({ name, text, fileType }) => {
      const shown = secrets.isSecret(name) && text !== '' ? `$${secrets.variableOf(name)}` : text;
      return fileType === null
        ? `--form-string ${quoteText(`${name}=${shown}`, secrets)}`
        : `-F ${quoteText(`${name}=${shown};type=${fileType};filename=${name}`, secrets)}`;
    });
  return body === undefined ? [] : [`--data-raw ${quoteText(redactBody(body, headers, secrets), secrets)}`];
}

/** curl drops a header without a value unless it ends in a semicolon. */
function quoteHeader(name: string, value: string, secrets: Secrets): string {
  if (secrets.hides(name)) return `"${name}: $${secrets.variableOf(name)}"`;
  return quoteText(value === '' ? `${name};` : `${name}: ${value}`, secrets);
}

function redactQuery(target: string, secrets: Secrets): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined) return path;
  return `${path}?${redactPairs(query, secrets)}`;
}

function redactPairs(pairs: string, { isSecret, variableOf }: Secrets): string {
  return pairs
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return value !== '' && isSecret(decode(name)) ? `${name}=$${variableOf(decode(name))}` : pair;
    })
    .join('&');
}

/** A body in which the values of telling names are variables: members of JSON, fields of a form. */
function redactBody(body: string, headers: WrittenRequest['headers'], secrets: Secrets): string {
  const mediaType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (isFormType(mediaType)) return redactPairs(body, secrets);
  if (isJsonLines(mediaType))
    return body
      .split('\n')
      .map((line) => redactJson(line, secrets))
      .join('\n');
  return isJsonType(mediaType) ? redactJson(body, secrets) : body;
}

function redactJson(body: string, secrets: Secrets): string {
  try {
    const value = JSON.parse(body) as Json;
    const redacted = redactMembers(value, null, secrets);
    return redacted === value ? body : JSON.stringify(redacted);
  } catch {
    return body;
  }
}

/** The value itself where it holds no secret. */
function redactMembers(value: Json, name: string | null, secrets: Secrets): Json {
  if (typeof value === 'string') return name === null || value === '' ? value : `$${secrets.variableOf(name)}`;
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => redactMembers(item, name, secrets));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [key, redactMembers(member ?? null, secrets.isSecret(key) ? key : name, secrets)] as const,
  );
  return members.every(([key, member]) => member === value[key]) ? value : (Object.fromEntries(members) as JsonObject);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text without its secrets, quoted; the variables among it are outside of the quotes. */
function quoteText(text: string, secrets: Secrets): string {
  const parts = secrets.conceal(text).split(/(\$SVC_[A-Z0-9_]+)/);
  if (parts.length === 1) return quoteShell(text);
  return parts
    .filter((part) => part !== '')
    .map((part) => (/^\$SVC_[A-Z0-9_]+$/.test(part) ? `"${part}"` : quoteShell(part)))
    .join('');
}
