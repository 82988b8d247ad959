import { isObject, type Json } from '../json/json.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import { fitsFields } from './fields-schema.js';
import type { UntriedRule } from './case.js';
import type { PromisedOperation, PromisedVersion } from './promised-api.js';
import { canTravel, type RequestPart } from './request-parts.js';
import { bodyOf } from './valid-requests.js';
import { anyKeyword, type BrokenRule, brokenRules } from '../jsonschema/values/broken-rules.js';
import { textReadings } from './text-readings.js';
import { isFieldsType, isJsonLines, isJsonType, type RequestBody } from './write-body.js';
import type { RequestInput } from './write-request.js';

/** A request with one mistake, in words. */
export interface Mistake {
  readonly input: RequestInput;
  readonly mistake: string;
  /** The declared rule that it breaks: `query parameter limit: maximum`. */
  readonly breaks: string;
  /** null for the body. */
  readonly parameter: Parameter | null;
  /** Refused before any schema is asked. */
  readonly isCertain?: true;
}

/** Requests with one mistake that the version forbids, and the declared rules that none of them breaks. */
export interface Mistakes {
  readonly mistakes: readonly Mistake[];
  readonly unbroken: readonly UntriedRule[];
}

/** Lists what can be wrong with a good request. */
export function listMistakes(
  operation: PromisedOperation,
  parts: readonly RequestPart[],
  good: RequestInput,
): Mistakes {
  const found = parts.map((part) =>
    part.parameter ? parameterMistakes(operation, part, part.parameter, good) : bodyMistakes(operation, part, good),
  );
  return { mistakes: found.flatMap(({ mistakes }) => mistakes), unbroken: found.flatMap(({ unbroken }) => unbroken) };
}

/** The requests that break rules; `fits` says which values can be sent, and are refused however they are read. */
function breakRules(
  place: string,
  rules: readonly BrokenRule[],
  fits: (value: Json, rule: BrokenRule) => boolean,
  request: (value: Json, rule: BrokenRule, breaks: string) => Mistake,
): Mistakes {
  const mistakes: Mistake[] = [];
  const unbroken: UntriedRule[] = [];
  for (const rule of rules) {
    const breaks = `${place}${rule.place === '' ? '' : ` ${rule.place}`}: ${rule.keyword}`;
    const values = rule.values.filter((value) => fits(value, rule));
    mistakes.push(...values.map((value) => request(value, rule, breaks)));
    if (values.length > 0 || impliedKeywords.has(rule.keyword)) continue;
    const why = rule.values.length > 0 ? 'what breaks it cannot be sent' : 'no value was found that breaks it';
    unbroken.push({ rule: breaks, why });
  }
  return { mistakes, unbroken };
}

/** What is sent as text may have no other type, and all keywords together are no rule of their own. */
const impliedKeywords: ReadonlySet<string> = new Set(['type', anyKeyword]);

function parameterMistakes(
  { of }: PromisedOperation,
  { isRequired, drawn }: RequestPart,
  parameter: Parameter,
  good: RequestInput,
): Mistakes {
  const { key, name, carrier, schema } = parameter;
  const { [key]: _, ...others } = good.parameters;
  const place = `${carrier} parameter ${name}`;
  const refuses = (value: Json) =>
    canTravel(carrier, value) &&
    textReadings(value).every((reading) => of.validateRequest(schema, reading).valid === false);
  const { mistakes, unbroken } = breakRules(
    place,
    brokenRules(of.schemas, schema, drawn.covering[0]!),
    (value) => typeof value !== 'object' && refuses(value),
    (value, _rule, breaks) => ({
      input: { ...good, parameters: { ...others, [key]: value } },
      mistake: place,
      breaks,
      parameter,
    }),
  );
  const without = `without the ${place}`;
  return {
    mistakes: [
      ...(isRequired && carrier !== 'path'
        ? [{ input: { ...good, parameters: others }, mistake: without, breaks: `${place}: required`, parameter }]
        : []),
      ...mistakes,
    ],
    unbroken,
  };
}

function bodyMistakes({ of, server }: PromisedOperation, part: RequestPart, good: RequestInput): Mistakes {
  const { isRequired, mediaType, drawn, schema } = part;
  const value =
    good.body && 'value' in good.body && good.body.mediaType === mediaType ? good.body.value : drawn.covering[0]!;
  const mistaken = (input: RequestInput, mistake: string, breaks = mistake): Mistake => ({
    input,
    mistake,
    breaks,
    parameter: null,
  });
  const withBody = (body: RequestBody, mistake: string, breaks?: string) =>
    mistaken({ ...good, body }, mistake, breaks);
  const isJson = isJsonType(mediaType) || isJsonLines(mediaType);
  const { body: _, ...bodiless } = good;
  const place = part.isAlternative ? `${mediaType} body` : 'body';
  const { mistakes, unbroken } = breakRules(
    place,
    isJson || isFieldsType(mediaType) ? brokenRules(of.schemas, schema, value).filter(isDeclared(part)) : [],
    (one, rule) => isJson || isFieldMistake(of, part, rule, one),
    (one, rule, breaks) =>
      withBody(bodyOf(part, one), `${place} ${rule.isMissing ? 'without ' : ''}${rule.place}`.trimEnd(), breaks),
  );
  return {
    mistakes: [
      ...(isRequired && !part.isAlternative ? [mistaken(bodiless, 'without a body')] : []),
      ...(isJson ? [withBody({ mediaType, text: '{"' }, 'malformed JSON')] : []),
      // Others may read bodies whatever they are called.
      ...(server === 'svckit' && !part.isAlternative
        ? [
            {
              ...withBody({ mediaType: 'application/x-unknown', text: 'x' }, 'body of another media type'),
              isCertain: true as const,
            },
          ]
        : []),
      ...mistakes,
    ],
    unbroken,
  };
}

/** The contents of files are made up, and no rule of the document. */
const isDeclared =
  ({ files = {} }: RequestPart) =>
  ({ place, keyword }: BrokenRule) =>
    files[place.split('/')[1] ?? ''] === undefined || /^(?:required|m(?:in|ax)Items)$/.test(keyword);

/** Whether a form or multipart with one mistake is refused however its texts are read. A file is wrong where it is missing. */
function isFieldMistake(
  of: PromisedVersion,
  { schema, files = {} }: RequestPart,
  { place }: BrokenRule,
  value: Json,
): boolean {
  const [, name, ...inside] = place.split('/');
  if (name === undefined || inside.length > 1 || !isObject(value)) return false;
  const member = value[name];
  if (member === undefined) return true;
  return (
    files[name] === undefined &&
    fitsFields(value) &&
    fieldReadings(member).every((reading) => of.validateRequest(schema, { ...value, [name]: reading }).valid === false)
  );
}

/** What a field may be read as; a list is the same field several times. */
function fieldReadings(member: Json): readonly Json[] {
  if (!Array.isArray(member)) return textReadings(member);
  const readings = (member as readonly Json[]).map((item) => textReadings(item));
  return [readings.map(([text]) => text!), readings.map(([text, other]) => (Array.isArray(other) ? text! : other!))];
}
