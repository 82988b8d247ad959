import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf } from './arbitrary-of.js';
import type { ContractDocument, ContractOperation, ContractParameter } from './contract-document.js';
import { multipartBodies, multipartType } from './multipart-arbitrary.js';
import type { ContractRequest } from './send-request.js';

interface Parts {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** As JSON. */
  readonly body: unknown;
  /** As multipart/form-data. */
  readonly form?: string | undefined;
}

const jsonBody = ({ requestBody }: ContractOperation) => requestBody?.content['application/json']?.schema;
const keyOf = ({ in: place, name }: ContractParameter) => `${place} ${name}`;

function partsOf(operation: ContractOperation, document: ContractDocument): Arbitrary<Parts> {
  const { parameters = [], requestBody } = operation;
  const values = Object.fromEntries(
    parameters.map((parameter) => {
      const value = document.known(parameter.name) ?? arbitraryOf(parameter.schema, document);
      return [keyOf(parameter), parameter.in === 'path' ? value.filter((text) => text !== '') : value];
    }),
  );
  const schema = jsonBody(operation);
  const body = schema ? arbitraryOf(schema, document) : fc.constant(undefined);
  const form = requestBody?.content['multipart/form-data']?.schema;
  return fc.record({
    ...(form && { form: multipartBodies(form, document) }),
    parameters: fc.record(values, { requiredKeys: parameters.filter(({ required }) => required).map(keyOf) }),
    body: requestBody && !requestBody.required ? fc.oneof(body, fc.constant(undefined)) : body,
  });
}

/** Requests that the document allows. */
export function validRequests(
  operation: ContractOperation,
  document: ContractDocument,
  headers: Readonly<Record<string, string>>,
): Arbitrary<ContractRequest> {
  return partsOf(operation, document).map((parts) => toRequest(operation, parts, headers));
}

/** Requests with one mistake that the document forbids; null if none is possible. */
export function invalidRequests(
  operation: ContractOperation,
  document: ContractDocument,
  headers: Readonly<Record<string, string>>,
): Arbitrary<ContractRequest> | null {
  const spoilers = [...parameterSpoilers(operation), ...bodySpoilers(operation, document)];
  if (spoilers.length === 0) return null;
  return fc
    .tuple(partsOf(operation, document), fc.constantFrom(...spoilers))
    .map(([parts, spoil]) => spoil(parts))
    .filter((parts) => parts !== null)
    .map((parts) => toRequest(operation, parts, headers));
}

type Spoiler = (parts: Parts) => Parts | null;

function parameterSpoilers({ parameters = [] }: ContractOperation): Spoiler[] {
  return (
    parameters
      // A parameter with a constant value names the version: another value asks for another operation.
      .filter(({ schema }) => !('const' in schema))
      .filter(({ name, in: place }) => place !== 'header' || name.toLowerCase() === 'idempotency-key')
      .flatMap((parameter) => {
        const {
          type,
          minimum,
          maximum,
          maxLength,
          minLength,
          enum: values,
        } = parameter.schema as {
          type?: string;
          minimum?: number;
          maximum?: number;
          maxLength?: number;
          minLength?: number;
          enum?: unknown[];
        };
        const set =
          (value: unknown): Spoiler =>
          (parts) => ({ ...parts, parameters: { ...parts.parameters, [keyOf(parameter)]: value } });
        const drop: Spoiler = (parts) => ({
          ...parts,
          parameters: Object.fromEntries(Object.entries(parts.parameters).filter(([key]) => key !== keyOf(parameter))),
        });
        return [
          ...(parameter.required && parameter.in !== 'path' ? [drop] : []),
          ...(type === 'integer' ? [set('1.5'), set('x'), set('true'), set('0x10')] : []),
          ...(type === 'boolean' ? [set('yes')] : []),
          ...(values ? [set('none-of-these')] : []),
          ...(minimum !== undefined ? [set(minimum - 1)] : []),
          ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [set(maximum + 1)] : []),
          ...(maxLength !== undefined ? [set('a'.repeat(maxLength + 1))] : []),
          ...(minLength === 1 && parameter.in === 'query' ? [set('')] : []),
        ];
      })
  );
}

function bodySpoilers(operation: ContractOperation, document: ContractDocument): Spoiler[] {
  if (!jsonBody(operation)) return [];
  const check = (body: unknown, parts: Parts) =>
    document.bodyProblem(operation, ['requestBody', 'content', 'application/json'], body) === null
      ? null
      : { ...parts, body };
  const target = document.resolve(jsonBody(operation)!) as { properties?: Readonly<Record<string, unknown>> };
  return [
    (parts) => check('text', parts),
    (parts) => check([], parts),
    ...Object.keys(target.properties ?? {}).flatMap((name): Spoiler[] => [
      (parts) =>
        check(Object.fromEntries(Object.entries((parts.body ?? {}) as object).filter(([key]) => key !== name)), parts),
      (parts) => check({ ...(parts.body as object), [name]: { not: 'this' } }, parts),
      (parts) => check({ ...(parts.body as object), [name]: -1.5 }, parts),
      (parts) => check({ ...(parts.body as object), [name]: '' }, parts),
    ]),
  ];
}

function toRequest(
  { method, path, parameters = [] }: ContractOperation,
  { parameters: values, body, form }: Parts,
  headers: Readonly<Record<string, string>>,
): ContractRequest {
  const given = parameters
    .filter((parameter) => values[keyOf(parameter)] !== undefined)
    .map((parameter) => ({ ...parameter, value: values[keyOf(parameter)] }));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[`path ${name}`])));
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, value }) =>
      [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
    )
    .join('&');
  const own = Object.fromEntries(
    given.filter((parameter) => parameter.in === 'header').map(({ name, value }) => [name, fieldValue(value)]),
  );
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: { ...headers, ...own, ...(form !== undefined && { 'content-type': multipartType }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
  };
}

/** What HTTP carries in a header field (RFC 9110, section 5.5), and Node sends. */
function fieldValue(value: unknown): string {
  return String(value)
    .replaceAll(/[^\x20-\x7e]/g, 'x')
    .trim();
}
