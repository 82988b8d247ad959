import { isObject, type Json } from '../json/json.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { fitsFields } from './fields-schema.js';
import type { PromisedOperation, PromisedVersion } from './promised-api.js';
import { canTravel, type RequestPart } from './request-parts.js';
import { bodyOf } from './valid-requests.js';
import { type Refused, refusedValues } from '../jsonschema/values/refused-values.js';
import { textReadings } from './text-readings.js';
import { isFieldsType, isJsonLines, isJsonType, type RequestBody } from './write-body.js';
import type { RequestInput } from './write-request.js';

/** A request with one mistake, in words. */
export interface Mistake {
  readonly input: RequestInput;
  readonly mistake: string;
  /** null for the body. */
  readonly parameter: Parameter | null;
  /** Refused before any schema is asked. */
  readonly isCertain?: true;
}

/** Requests with one mistake that the version forbids. */
export function listMistakes(
  operation: PromisedOperation,
  parts: readonly RequestPart[],
  good: RequestInput,
): readonly Mistake[] {
  return parts.flatMap((part) =>
    part.parameter ? parameterMistakes(operation, part, part.parameter, good) : bodyMistakes(operation, part, good),
  );
}

function parameterMistakes(
  { of }: PromisedOperation,
  { isRequired, drawn }: RequestPart,
  parameter: Parameter,
  good: RequestInput,
): readonly Mistake[] {
  const { key, name, carrier, schema } = parameter;
  const { [key]: _, ...others } = good.parameters;
  const refuses = (value: Json) =>
    canTravel(carrier, value) &&
    textReadings(value).every((reading) => of.validateRequest(schema, reading).valid === false);
  const values = refusedValues(of.schemas, schema, drawn.covering[0]!).filter(
    ({ value }) => typeof value !== 'object' && refuses(value),
  );
  return [
    ...(isRequired && carrier !== 'path'
      ? [{ input: { ...good, parameters: others }, mistake: `without the ${carrier} parameter ${name}`, parameter }]
      : []),
    ...values.map(({ value }) => ({
      input: { ...good, parameters: { ...others, [key]: value } },
      mistake: `${carrier} parameter ${name}`,
      parameter,
    })),
  ];
}

function bodyMistakes({ of, server }: PromisedOperation, part: RequestPart, good: RequestInput): readonly Mistake[] {
  const { isRequired, mediaType, drawn, schema } = part;
  const value = good.body && 'value' in good.body ? good.body.value : drawn.covering[0]!;
  const mistaken = (input: RequestInput, mistake: string): Mistake => ({ input, mistake, parameter: null });
  const withBody = (body: RequestBody, mistake: string) => mistaken({ ...good, body }, mistake);
  const isJson = isJsonType(mediaType) || isJsonLines(mediaType);
  const { body: _, ...bodiless } = good;
  const candidates = isJson || isFieldsType(mediaType) ? refusedValues(of.schemas, schema, value) : [];
  const values = isJson ? candidates : candidates.filter((one) => isFieldMistake(of, part, one));
  return [
    ...(isRequired ? [mistaken(bodiless, 'without a body')] : []),
    ...(isJson ? [withBody({ mediaType, text: '{"' }, 'malformed JSON')] : []),
    // Others may read bodies whatever they are called.
    ...(server === 'svckit'
      ? [
          {
            ...withBody({ mediaType: 'application/x-unknown', text: 'x' }, 'body of another media type'),
            isCertain: true as const,
          },
        ]
      : []),
    ...values.map((one) =>
      withBody(bodyOf(part, one.value), `body ${one.isMissing ? 'without ' : ''}${one.place}`.trimEnd()),
    ),
  ];
}

/** Whether a form or multipart with one mistake is refused however its texts are read. A file is wrong where it is missing. */
function isFieldMistake(of: PromisedVersion, { schema, files = {} }: RequestPart, { value, place }: Refused): boolean {
  const name = place.slice(1);
  if (place === '' || name.includes('/') || !isObject(value)) return false;
  const member = value[name];
  if (member === undefined) return true;
  return (
    files[name] === undefined &&
    fitsFields(value) &&
    !Array.isArray(member) &&
    textReadings(member).every((reading) => of.validateRequest(schema, { ...value, [name]: reading }).valid === false)
  );
}
