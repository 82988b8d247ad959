import fc from 'fast-check';
import type { Json, JsonObject } from '../../json/json.js';
import { objectAt } from '../../json/json.js';
import { needsNoCredentials } from '../diff/operation/security-requirements.js';
import type { Parameter } from '../diff/operation/read-parameters.js';
import type { Case } from './case.js';
import { ownParameters, type PromisedApi, type PromisedOperation, unnamedVersion, versionOf } from './promised-api.js';
import { bodyChoices, choicesFor, isTarget, replaceAt, type SeedLink, type SeedValues } from './seeds.js';
import { drawValues, type Drawn } from './values/valid-values.js';
import { refusedValues } from './values/refused-values.js';
import { textReadings } from './values/text-readings.js';
import { canWriteBody, plainText, type RequestBody, type RequestInput } from './write-request.js';

/** What decides which requests are sent. */
export interface PlanOptions {
  readonly seed: number;
  /** Valid requests of an operation in a version, and as many invalid ones. */
  readonly requests: number;
  /** Whether requests may change something. */
  readonly writes: boolean;
  readonly values: SeedValues;
  /** What is taken from answers is not made up, unless a request needs it. */
  readonly links: readonly SeedLink[];
  /** Which operations are tried. */
  readonly isChosen: (operation: PromisedOperation) => boolean;
}

/** Whether the service's own schemas accept a request; null where they cannot say, as of a parameter that is not theirs. */
export type Accepts = (
  operation: PromisedOperation,
  input: RequestInput,
  mistaken: Parameter | null,
) => Promise<boolean | null>;

/** Why an operation gets no request. */
export interface Unplanned {
  readonly operation: number;
  readonly why: string;
}

export interface Plan {
  /** In rounds, so that a run which ends early has tried every operation. */
  readonly cases: readonly Case[];
  readonly unplanned: readonly Unplanned[];
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Decides which requests are sent. The same promise, options and seed give the same requests for an operation, whichever others are chosen. */
export async function planCases(api: PromisedApi, options: PlanOptions, accepts: Accepts): Promise<Plan> {
  const rounds: Case[][] = [];
  const unplanned: Unplanned[] = [];
  for (const [position, operation] of api.operations.entries()) {
    if (!options.isChosen(operation)) continue;
    const isSafe = safe.has(operation.method);
    const found =
      isSafe || options.writes
        ? await planOperation(operation, options, accepts)
        : 'it may change something: use --write';
    if (typeof found === 'string') unplanned.push({ operation: position, why: found });
    const others = [
      ...versionProbes(api, operation, firstInput(found)),
      ...generalProbes(api, operation, position, firstInput(found)),
    ];
    const all = [...(typeof found === 'string' ? [] : found), ...others];
    all.forEach((one, round) => (rounds[round] ??= []).push({ ...one, operation: position }));
  }
  return { cases: rounds.flat(), unplanned };
}

type Planned = Omit<Case, 'operation'>;

const firstInput = (found: readonly Planned[] | string): RequestInput | null =>
  typeof found === 'string' ? null : (found[0]?.input ?? null);

/** Valid and invalid requests of one operation, a valid one first; the reason where there is no valid one. */
async function planOperation(
  operation: PromisedOperation,
  { seed, requests, values, links }: PlanOptions,
  accepts: Accepts,
): Promise<readonly Planned[] | string> {
  const parts = readParts(operation, values, links);
  if (typeof parts === 'string') return parts;
  const own = seedOf(seed, `${operation.name} ${operation.of.version ?? ''}`);
  const valid = await take(
    candidates(parts, requests, own),
    requests,
    async (input) => (await accepts(operation, input, null)) !== false,
  );
  if (valid.length === 0) return 'no generated request is valid: put values into verify.seeds';
  const mistakes = rotate(listMistakes(operation, parts, valid[0]!), own);
  const invalid = await take(
    mistakes,
    requests,
    async ({ input, parameter }) => (await accepts(operation, input, parameter)) !== true,
  );
  return interleave<Planned>(
    valid.map((input) => ({ kind: 'valid' as const, input })),
    invalid.map(({ input, mistake, parameter }) => ({
      kind: 'invalid' as const,
      input,
      mistake,
      ...(parameter && { mistaken: parameter.key }),
    })),
  );
}

/** The first of some candidates that pass, each once. */
async function take<T>(list: Iterable<T>, most: number, passes: (one: T) => Promise<boolean>): Promise<readonly T[]> {
  const seen = new Set<string>();
  const found: T[] = [];
  for (const one of list) {
    if (found.length >= most) break;
    const key = JSON.stringify(one);
    if (seen.has(key)) continue;
    seen.add(key);
    if (await passes(one)) found.push(one);
  }
  return found;
}

function interleave<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
    .flat()
    .filter((one) => one !== undefined);
}

/** Equal for equal words: FNV-1a. */
function seedOf(seed: number, words: string): number {
  let hash = 2_166_136_261 ^ seed;
  for (let index = 0; index < words.length; index += 1) hash = Math.imul(hash ^ words.charCodeAt(index), 16_777_619);
  return hash | 0;
}

function rotate<T>(list: readonly T[], seed: number): readonly T[] {
  if (list.length === 0) return list;
  const order = list.map((one, index) => ({ one, rank: seedOf(seed, String(index)) }));
  return order.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}

/** A part of a request: a parameter, or the body. */
interface RequestPart {
  /** null for the body. */
  readonly parameter: Parameter | null;
  readonly isRequired: boolean;
  readonly drawn: Drawn;
  readonly mediaType: string;
  readonly isSeeded: boolean;
}

function readParts(
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
  const body = readBody(operation, values);
  if (typeof body === 'string') return body;
  return [...parameters.flatMap(({ drawn, ...part }) => (drawn ? [{ ...part, drawn }] : [])), ...(body ? [body] : [])];
}

function readParameter(operation: PromisedOperation, parameter: Parameter, values: SeedValues) {
  const { name, carrier, schema, required, node } = parameter;
  const seeded = choicesFor(values, operation, name);
  const travels = (value: Json) => canTravel(carrier, value);
  const drawn = drawValues(operation.of, schema ?? { type: 'string', minLength: 1 });
  const examples = examplesOf(operation, node, schema).filter(
    (value) => operation.of.validateRequest(schema, value)?.valid === true,
  );
  const covering = seeded.length > 0 ? seeded : [...examples, ...(drawn?.covering ?? [])].filter(travels);
  const others = drawn?.any.filter(travels);
  return {
    parameter,
    isRequired: required,
    mediaType: '',
    isSeeded: seeded.length > 0,
    drawn:
      covering.length === 0
        ? null
        : { covering, any: seeded.length > 0 ? fc.constantFrom(...seeded) : (others ?? fc.constantFrom(...covering)) },
  };
}

function examplesOf(operation: PromisedOperation, node: JsonObject, schema: Json | undefined): readonly Json[] {
  const described = objectAt(schema);
  const named = Object.values(objectAt(node['examples'])).map((one) => operation.document.resolve(one)['value']);
  const listed = Array.isArray(described['examples']) ? (described['examples'] as readonly Json[]) : [];
  return [node['example'], ...named, described['example'], ...listed].filter((one) => one !== undefined);
}

/** Whether a value can stand in a place: no empty list is written, and no path segment is empty or a dot. */
function canTravel(carrier: Parameter['carrier'], value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one: Json) => canTravel(carrier, one));
  const text = plainText(value);
  if (carrier === 'path') return text !== '' && !/^\.{1,2}$|[/\\]/.test(text);
  if (carrier === 'header' || carrier === 'cookie') return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  return true;
}

function readBody(operation: PromisedOperation, values: SeedValues): RequestPart | string | null {
  const declared = operation.document.resolve(operation.node['requestBody']);
  const content = Object.entries(objectAt(declared['content']));
  const isRequired = declared['required'] === true;
  const [mediaType, media] = content.find(([name]) => canWriteBody(name)) ?? [];
  if (mediaType === undefined)
    return content.length > 0 && isRequired ? `bodies of ${content[0]![0]} are not generated: try it by hand` : null;
  const { whole, parts } = bodyChoices(values, operation);
  const schema = operation.document.resolve(media)['schema'];
  const drawn =
    whole.length > 0 ? { covering: whole, any: fc.constantFrom(...whole) } : drawValues(operation.of, schema);
  if (!drawn) return 'no valid body was found: put one into verify.seeds';
  const example = operation.document.resolve(media)['example'];
  const examples =
    whole.length === 0 && example !== undefined && operation.of.validateRequest(schema, example)?.valid
      ? [example]
      : [];
  const filled = parts.reduce<Drawn>((bodies, [pointer, choices]) => fillPart(bodies, pointer, choices), {
    ...drawn,
    covering: [...examples, ...drawn.covering],
  });
  return { parameter: null, isRequired, mediaType, drawn: filled, isSeeded: whole.length > 0 };
}

function fillPart({ covering, any }: Drawn, pointer: string, choices: readonly Json[]): Drawn {
  if (choices.length === 0) return { covering, any };
  return {
    covering: covering.map((body, index) => replaceAt(body, pointer, choices[index % choices.length]!)),
    any: fc.tuple(any, fc.constantFrom(...choices)).map(([body, choice]) => replaceAt(body, pointer, choice)),
  };
}

/** Requests that should be valid: the least, the fullest, each value that covers something, and any others. */
function* candidates(parts: readonly RequestPart[], requests: number, seed: number): Generator<RequestInput> {
  const least = assemble(parts.filter(({ isRequired }) => isRequired).map((part) => [part, part.drawn.covering[0]!]));
  yield least;
  yield assemble(parts.map((part) => [part, part.drawn.covering[0]!]));
  const covering = parts.flatMap((part) =>
    part.drawn.covering.slice(part.isRequired ? 1 : 0).map((value) => [part, value] as const),
  );
  const some = rotate(covering, seed);
  for (const [part, value] of some.slice(0, Math.max(1, requests - 4))) yield join(least, assemble([[part, value]]));
  const drawn = fc.tuple(
    ...parts.map((part) => (part.isRequired ? part.drawn.any : fc.option(part.drawn.any, { nil: undefined }))),
  );
  for (const chosen of sample(drawn, requests, seed))
    yield assemble(
      parts.flatMap((part, index) => (chosen[index] === undefined ? [] : [[part, chosen[index]] as const])),
    );
  for (const [part, value] of some.slice(Math.max(1, requests - 4))) yield join(least, assemble([[part, value]]));
}

/** Values may be too rare to be drawn. */
function sample<T>(values: fc.Arbitrary<T>, count: number, seed: number): readonly T[] {
  return fc.sample(values, { numRuns: count, seed });
}

function assemble(given: readonly (readonly [RequestPart, Json])[]): RequestInput {
  const parameters = Object.fromEntries(
    given.flatMap(([{ parameter }, value]) => (parameter ? [[parameter.key, value]] : [])),
  );
  const body = given.find(([{ parameter }]) => parameter === null);
  return { parameters, ...(body && { body: { mediaType: body[0].mediaType, value: body[1] } }) };
}

const join = (left: RequestInput, right: RequestInput): RequestInput => ({
  ...left,
  ...right,
  parameters: { ...left.parameters, ...right.parameters },
});

interface Mistake {
  readonly input: RequestInput;
  readonly mistake: string;
  /** null for the body. */
  readonly parameter: Parameter | null;
}

/** Requests with one mistake that the version forbids. */
function listMistakes(
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

const unknownVersions = ['0', '9999'];

/** Requests that name a version which does not exist, or none. */
function versionProbes(api: PromisedApi, operation: PromisedOperation, input: RequestInput | null): readonly Planned[] {
  const { of } = operation;
  const version = versionOf(operation);
  const isFirst = !api
    .siblings(operation)
    .some((other) => api.operations.indexOf(other) < api.operations.indexOf(operation));
  if (version === null || !of.scheme || !input || !safe.has(operation.method)) return [];
  const unknown = isFirst ? unknownVersions.filter((name) => !api.versions.some((one) => one.version === name)) : [];
  return [
    ...unknown.map((named) => ({ kind: 'unknown-version' as const, input, named })),
    ...(of.scheme.sharesPaths && answersUnnamed(api, operation) ? [{ kind: 'no-version' as const, input }] : []),
  ];
}

/** One probe for an address: in its default version, else in its first. */
function answersUnnamed(api: PromisedApi, operation: PromisedOperation): boolean {
  const unnamed = unnamedVersion(api, operation);
  if (unnamed !== null) return operation.of.version === unnamed;
  const [first] = [operation, ...api.siblings(operation)].sort(
    (a, b) => api.operations.indexOf(a) - api.operations.indexOf(b),
  );
  return first === operation;
}

function generalProbes(
  api: PromisedApi,
  operation: PromisedOperation,
  position: number,
  input: RequestInput | null,
): readonly Planned[] {
  const isFirstOfPath = !api.operations.some(
    (other, index) => index < position && other.of === operation.of && other.path === operation.path,
  );
  return [
    ...(input && operation.method === 'GET' && !hasOwnHead(operation) ? [{ kind: 'head' as const, input }] : []),
    ...(isFirstOfPath && (input || !operation.path.includes('{'))
      ? [{ kind: 'options' as const, input: input ?? { parameters: {} } }]
      : []),
    ...(input && safe.has(operation.method) && !needsNoCredentials(operation.security)
      ? [{ kind: 'no-credentials' as const, input }]
      : []),
  ];
}

const hasOwnHead = ({ document, path }: PromisedOperation) =>
  objectAt(objectAt(document.root['paths'])[path])['head'] !== undefined;
