import type { Json } from '../json/json.js';
import { pathParameters } from '../routing/table/path.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { formPairs, headerText, pathText } from '../openapi/operations/write-parameter.js';
import { type BodyPart, contentTypeOf, multipartParts, type RequestBody, writeBody } from './write-body.js';
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
    (text, { parameter, value }) => text.replaceAll(`{${parameter.name}}`, () => pathText(parameter, value)),
    fillUndeclared(operation),
  );
  const query = [
    ...inPlace('query').flatMap(({ parameter, value }) => formPairs(parameter, value)),
    ...Object.entries(asked.query).map(([name, value]) => `${encode(name)}=${encode(value)}`),
  ].join('&');
  const parts = input.body ? multipartParts(input.body) : null;
  const cookies = inPlace('cookie').flatMap(({ parameter, value }) => formPairs(parameter, value));
  return {
    method,
    target: `${operation.base}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(input.body && { 'Content-Type': contentTypeOf(input.body) }),
      ...Object.fromEntries(
        inPlace('header').map(({ parameter, value }) => [parameter.name, headerText(parameter, value)]),
      ),
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
