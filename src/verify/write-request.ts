import { isObject, type Json, type JsonObject } from '../json/json.js';
import { pathParameters } from '../routing/table/path.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { type BodyPart, contentTypeOf, partsOf, type RequestBody, writeBody } from './write-body.js';
import { ownParameters, type PromisedOperation } from './promised-api.js';

/** What a request carries, before it is written down. */
export interface RequestInput {
  /** By the keys of the parameters. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: RequestBody;
}

/** A request as it is sent. */
export interface WrittenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of a multipart body. */
  readonly parts?: readonly BodyPart[];
}

/** What a request adds to name a version. */
export interface VersionAsked {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const nothingAsked: VersionAsked = Object.freeze({ headers: {}, query: {} });

/** How the requests of an operation name its version, beside the address. */
export function askedVersion({ isVersioned, of: { scheme, version } }: PromisedOperation): VersionAsked {
  return isVersioned && version !== null && scheme ? scheme.askFor(version) : nothingAsked;
}

/** Writes a request of an operation, with the parameter styles of OpenAPI 3.1 (section 4.8.12.1). */
export function writeRequest(
  operation: PromisedOperation,
  input: RequestInput,
  asked: VersionAsked = askedVersion(operation),
  method = operation.method,
): WrittenRequest {
  const given = ownParameters(operation).flatMap((parameter) => {
    const value = input.parameters[parameter.key];
    return value === undefined ? [] : [{ parameter, value }];
  });
  const inPlace = (carrier: Parameter['carrier']) => given.filter(({ parameter }) => parameter.carrier === carrier);
  const path = inPlace('path').reduce(
    (text, { parameter, value }) => text.replaceAll(`{${parameter.name}}`, () => pathValue(parameter, value)),
    fillUndeclared(operation),
  );
  const query = [
    ...inPlace('query').flatMap(({ parameter, value }) => queryPairs(parameter, value)),
    ...Object.entries(asked.query).map(([name, value]) => `${encode(name)}=${encode(value)}`),
  ].join('&');
  const parts = input.body ? partsOf(input.body) : null;
  const cookies = inPlace('cookie').map(({ parameter, value }) => `${parameter.name}=${encode(plainText(value))}`);
  return {
    method,
    target: `${operation.base}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(input.body && { 'Content-Type': contentTypeOf(input.body) }),
      ...Object.fromEntries(inPlace('header').map(({ parameter, value }) => [parameter.name, headerText(value)])),
      ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
      ...asked.headers,
    },
    ...(input.body && { body: writeBody(input.body) }),
    ...(parts && { parts }),
  };
}

/** A path may have parameters that its document forgets. */
function fillUndeclared({ path, parameters }: PromisedOperation): string {
  const declared = new Set(parameters.filter(({ carrier }) => carrier === 'path').map(({ name }) => name));
  return pathParameters(path)
    .filter((name) => !declared.has(name))
    .reduce((text, name) => text.replaceAll(`{${name}}`, '1'), path);
}

const encode = encodeURIComponent;

/** A value as one text: `7`, `true`, `text`. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const headerText = (value: Json): string =>
  Array.isArray(value)
    ? value.map(plainText).join(',')
    : isObject(value)
      ? pairsOf(value, ',').join(',')
      : plainText(value);

const pairsOf = (value: JsonObject, between: string) =>
  Object.entries(value).map(([name, one]) => `${encode(name)}${between}${encode(plainText(one ?? null))}`);

function pathValue({ name, style, explode }: Parameter, value: Json): string {
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

const delimiters: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '|' };

function queryPairs({ name, style, explode, mediaType }: Parameter, value: Json): readonly string[] {
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
