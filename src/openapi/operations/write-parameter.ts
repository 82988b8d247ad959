import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Parameter } from './read-parameters.js';

/** What decides how a value is written where it is sent (OpenAPI 3.1, section 4.8.12.1). */
export type Carried = Pick<Parameter, 'name' | 'carrier' | 'style' | 'explode' | 'mediaType'>;

/** A value as one text: `7`, `true`, `text`. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of a path parameter, percent-encoded: `7`, `.7`, `;id=7`. */
export function pathText({ name, style, explode, mediaType }: Carried, value: Json): string {
  if (mediaType !== null) return encode(JSON.stringify(value));
  const [start, between] =
    style === 'label'
      ? ['.', explode ? '.' : ',']
      : style === 'matrix'
        ? [`;${name}=`, explode ? `;${name}=` : ',']
        : ['', ','];
  if (Array.isArray(value)) return start + value.map((one: Json) => encode(plainText(one))).join(between);
  if (isObject(value))
    return (
      (explode && style === 'matrix' ? ';' : start) +
      pairsOf(value, explode ? '=' : ',').join(explode && style === 'matrix' ? ';' : between)
    );
  return start + encode(plainText(value));
}

/** The value of a header. */
export function headerText({ explode, mediaType }: Carried, value: Json): string {
  if (mediaType !== null) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(plainText).join(',');
  return isObject(value) ? pairsOf(value, explode ? '=' : ',').join(',') : plainText(value);
}

const delimiters: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '|' };

/** The pairs of a query parameter or a cookie, percent-encoded: `limit=7`; none for an empty list whose items are sent on their own. */
export function formPairs({ name, style, explode, mediaType }: Carried, value: Json): readonly string[] {
  if (mediaType !== null) return [`${encode(name)}=${encode(JSON.stringify(value))}`];
  if (Array.isArray(value)) {
    const texts = value.map((one: Json) => encode(plainText(one)));
    return explode
      ? texts.map((text) => `${encode(name)}=${text}`)
      : [`${encode(name)}=${texts.join(delimiters[style] ?? ',')}`];
  }
  if (!isObject(value)) return [`${encode(name)}=${encode(plainText(value))}`];
  if (style === 'deepObject')
    return Object.entries(value).map(([key, one]) => `${encode(`${name}[${key}]`)}=${encode(plainText(one ?? null))}`);
  return explode ? pairsOf(value, '=') : [`${encode(name)}=${pairsOf(value, ',').join(',')}`];
}

/**
 * A value as a request or a response has it: `?limit=0`, `X-Count: 0`, `/users/0`, `Cookie: session=0`. Null for one that is sent by
 * leaving it out, and for one that is no text of Unicode. `path` is the template of the operation.
 */
export function writeParameter(parameter: Carried, path: string, value: Json): string | null {
  try {
    return writers[parameter.carrier](parameter, value, path);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const writers: Readonly<
  Record<Parameter['carrier'], (parameter: Carried, value: Json, path: string) => string | null>
> = {
  query: (parameter, value) => together('?', formPairs(parameter, value), '&'),
  querystring: ({ mediaType }, value) =>
    mediaType !== null && isForm(mediaType) && isObject(value)
      ? together('?', pairsOf(value, '='), '&')
      : `?${encode(JSON.stringify(value))}`,
  cookie: (parameter, value) => together('Cookie: ', formPairs(parameter, value), '; '),
  header: (parameter, value) => `${parameter.name}: ${headerText(parameter, value)}`,
  path: (parameter, value, path) => path.replaceAll(`{${parameter.name}}`, () => pathText(parameter, value)),
};

const isForm = (mediaType: string) => /^application\/x-www-form-urlencoded\b/i.test(mediaType);

const together = (start: string, pairs: readonly string[], between: string) =>
  pairs.length === 0 ? null : start + pairs.join(between);

const encode = encodeURIComponent;

const pairsOf = (value: JsonObject, between: string) =>
  Object.entries(value).map(([name, one]) => `${encode(name)}${between}${encode(plainText(one ?? null))}`);
