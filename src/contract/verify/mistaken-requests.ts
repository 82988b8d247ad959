import { type Json, objectAt } from '../../json/json.js';
import type { Parameter } from '../diff/operation/read-parameters.js';
import type { PromisedOperation } from './promised-api.js';
import { canTravel, type RequestPart } from './request-parts.js';
import { refusedValues } from './values/refused-values.js';
import { textReadings } from './values/text-readings.js';
import type { RequestBody, RequestInput } from './write-request.js';

/** A request with one mistake, in words. */
export interface Mistake {
  readonly input: RequestInput;
  readonly mistake: string;
  /** null for the body. */
  readonly parameter: Parameter | null;
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
    textReadings(value).every((reading) => of.validateRequest(schema, reading)?.valid === false);
  const values = refusedValues(of, schema, drawn.covering[0]!).filter(
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

function bodyMistakes(
  operation: PromisedOperation,
  { isRequired, mediaType, drawn }: RequestPart,
  good: RequestInput,
): readonly Mistake[] {
  const declared = operation.document.resolve(operation.node['requestBody']);
  const schema = operation.document.resolve(objectAt(declared['content'])[mediaType])['schema'];
  const value = good.body && 'value' in good.body ? good.body.value : drawn.covering[0]!;
  const withBody = (body: RequestBody, mistake: string): Mistake => ({
    input: { ...good, body },
    mistake,
    parameter: null,
  });
  const isJson = /json/i.test(mediaType);
  const { body: _, ...bodiless } = good;
  return [
    ...(isRequired ? [{ input: bodiless, mistake: 'without a body', parameter: null }] : []),
    ...(isJson ? [withBody({ mediaType, text: '{"' }, 'malformed JSON')] : []),
    ...(isJson
      ? refusedValues(operation.of, schema, value).map((one) =>
          withBody({ mediaType, value: one.value }, `body ${one.place}`.trimEnd()),
        )
      : []),
  ];
}
