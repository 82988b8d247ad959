import fc from 'fast-check';
import { type Json, type JsonObject, objectAt } from '../json/json.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { ownParameters, type PromisedOperation } from './promised-api.js';
import { bodyChoices, choicesFor, isTarget, replaceAt, type SeedLink, type SeedValues } from './seeds.js';
import { drawValues } from '../jsonschema/values/draw-values.js';
import { type Drawn, drawWhere } from '../jsonschema/values/drawn.js';
import { fieldsSchema, fitsFields } from './fields-schema.js';
import { canWriteBody, isFieldsType } from './write-body.js';
import { plainText } from '../openapi/operations/write-parameter.js';

/** A part of a request: a parameter, or the body. */
export interface RequestPart {
  /** null for the body. */
  readonly parameter: Parameter | null;
  readonly isRequired: boolean;
  readonly drawn: Drawn;
  readonly mediaType: string;
  /** The schema of the body, with contents for its files. */
  readonly schema?: Json | undefined;
  /** The media types of the files of a multipart body. */
  readonly files?: Readonly<Record<string, string>>;
  readonly isSeeded: boolean;
  /** Values that no seed names; null where there is no seed, or no such value. */
  readonly unseeded?: Drawn | null;
  /** Whether the body is in another media type than that of the first one. */
  readonly isAlternative?: true;
}

/** The parts of an operation's requests with their values; the reason where one has none. */
export function readParts(
  operation: PromisedOperation,
  values: SeedValues,
  links: readonly SeedLink[],
): readonly RequestPart[] | string {
  const isLinked = (parameter: string) => links.some(({ to }) => isTarget(to, operation, parameter));
  const parameters = ownParameters(operation)
    .filter(({ name, required }) => required || !isLinked(name))
    .map((parameter) => readParameter(operation, parameter, values));
  const missing = parameters.find(({ drawn, isRequired }) => isRequired && !drawn);
  if (missing)
    return `no value was found for the ${missing.parameter.carrier} parameter ${missing.parameter.name}: put one into verify.seeds`;
  const bodies = readBodies(operation, values);
  if (typeof bodies === 'string') return bodies;
  return [...parameters.flatMap(({ drawn, ...part }) => (drawn ? [{ ...part, drawn }] : [])), ...bodies];
}

function readParameter(operation: PromisedOperation, parameter: Parameter, values: SeedValues) {
  const { name, carrier, schema, required, node } = parameter;
  const seeded = choicesFor(values, operation, name);
  const travels = (value: Json) => canTravel(carrier, value);
  const drawn = drawValues(operation.of.schemas, schema ?? { type: 'string', minLength: 1 });
  const examples = examplesOf(operation, node, schema).filter(
    (value) => operation.of.validateRequest(schema, value).valid === true,
  );
  const covering = [...examples, ...(drawn?.covering ?? [])].filter(travels);
  const others = drawn && covering.length > 0 ? drawWhere(drawn.any, travels, covering[0]!) : null;
  const own = covering.length === 0 ? null : { covering, any: others ?? fc.constantFrom(...covering) };
  const part = { parameter, isRequired: required, mediaType: '' };
  if (seeded.length === 0) return { ...part, isSeeded: false, drawn: own };
  return { ...part, isSeeded: true, drawn: { covering: seeded, any: fc.constantFrom(...seeded) }, unseeded: own };
}

function examplesOf(operation: PromisedOperation, node: JsonObject, schema: Json | undefined): readonly Json[] {
  const described = objectAt(schema);
  const named = Object.values(objectAt(node['examples'])).map((one) => operation.document.resolve(one)['value']);
  const listed = Array.isArray(described['examples']) ? (described['examples'] as readonly Json[]) : [];
  return [node['example'], ...named, described['example'], ...listed].filter((one) => one !== undefined);
}

/** Whether a value can stand in a place: no empty list is written, and no path segment is empty or a dot. */
export function canTravel(carrier: Parameter['carrier'], value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one: Json) => canTravel(carrier, one));
  const text = plainText(value);
  if (carrier === 'path') return text !== '' && !/^\.{1,2}$|[/\\]/.test(text);
  if (carrier === 'header' || carrier === 'cookie') return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return true;
}

/** The body in each media type that can be written, the first one first; the reason where a required one has none. */
function readBodies(operation: PromisedOperation, values: SeedValues): readonly RequestPart[] | string {
  const declared = operation.document.resolve(operation.node['requestBody']);
  const isRequired = declared['required'] === true;
  const content = Object.entries(objectAt(declared['content']));
  const read = content.map(([mediaType, media]) => readBody(operation, mediaType, media, isRequired, values));
  const reason = read.find((one) => typeof one === 'string');
  const [first, ...others] = read.filter((one) => typeof one !== 'string');
  if (!first) return isRequired && reason !== undefined ? reason : [];
  return [first, ...others.map((one) => ({ ...one, isAlternative: true as const }))];
}

/** A body of one media type; the reason where none can be made up. */
function readBody(
  operation: PromisedOperation,
  mediaType: string,
  media: Json | undefined,
  isRequired: boolean,
  values: SeedValues,
): RequestPart | string {
  if (!canWriteBody(mediaType)) return `bodies of ${mediaType} are not generated: try it by hand`;
  const { whole, parts } = bodyChoices(values, operation);
  const described = operation.document.resolve(media);
  const fields = isFieldsType(mediaType) ? fieldsSchema(operation, described) : { schema: described['schema'] };
  if (typeof fields === 'string') return `files of ${fields} are not generated: try it by hand`;
  const { schema } = fields;
  const drawn =
    whole.length > 0 ? { covering: whole, any: fc.constantFrom(...whole) } : drawBody(operation, mediaType, schema);
  if (!drawn) return 'no valid body was found: put one into verify.seeds';
  const example = isFieldsType(mediaType) ? undefined : described['example'];
  const examples =
    whole.length === 0 && example !== undefined && operation.of.validateRequest(schema, example).valid ? [example] : [];
  const filled = parts.reduce<Drawn>((bodies, [pointer, choices]) => fillPart(bodies, pointer, choices), {
    ...drawn,
    covering: [...examples, ...drawn.covering],
  });
  return {
    parameter: null,
    isRequired,
    mediaType,
    drawn: filled,
    isSeeded: whole.length + parts.length > 0,
    ...fields,
  };
}

/** Values that a body of the media type can hold. */
function drawBody({ of }: PromisedOperation, mediaType: string, schema: Json | undefined): Drawn | null {
  const drawn = drawValues(of.schemas, schema);
  if (!drawn || !isFieldsType(mediaType)) return drawn;
  const covering = drawn.covering.filter(fitsFields);
  return covering.length === 0 ? null : { covering, any: drawWhere(drawn.any, fitsFields, covering[0]!) };
}

function fillPart({ covering, any }: Drawn, pointer: string, choices: readonly Json[]): Drawn {
  if (choices.length === 0) return { covering, any };
  return {
    covering: covering.map((body, index) => replaceAt(body, pointer, choices[index % choices.length]!)),
    any: fc.tuple(any, fc.constantFrom(...choices)).map(([body, choice]) => replaceAt(body, pointer, choice)),
  };
}
