import { format as formats, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { isObject, listAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { boundMembers, boundUniqueItems, formatOfPattern, validateBounded } from './bounded-keywords.js';
import { hiddenNames, joinedIn, namesAskedInVain } from './hidden-members.js';
import type { Direction, SchemaSource } from './schema-source.js';
import { joinWords } from '../../text/join-words.js';
import { limitOfFormat, textFormat, textFormats } from '../formats.js';
import { translateOpenApi30 } from '../translate-openapi-30.js';
import { keywordsWhere, mapSubschemas } from '../walk-keywords.js';

for (const [name, { check }] of Object.entries(textFormats)) formats[name] = check;

/** Whether a value is valid; null where that is not decided. */
export interface Verdict {
  readonly valid: boolean | null;
  /** The reason where it is not, or is not decided: `must be string`, `/items/0 must match the pattern`. */
  readonly why: string;
}

/** Whether a value is valid for a schema. */
export type Validate = (schema: Json | undefined, value: Json) => Verdict;

/** Opens the schemas of a document for validation with JSON Schema 2020-12; OpenAPI's own keywords are translated. */
export function createValidator(source: SchemaSource, direction: Direction): Validate {
  const lookup: Record<string, Schema | boolean> = {};
  const names = new Map<JsonObject, string>();
  const waiting: (() => void)[] = [];
  const nameOf = (node: JsonObject): string => {
    const known = names.get(node);
    if (known !== undefined) return known;
    const name = `schema:${names.size}`;
    names.set(node, name);
    waiting.push(() => {
      lookup[name] = translate(node);
    });
    return name;
  };
  const translate = (node: Json | undefined): Schema | boolean => {
    if (!isObject(node)) return node !== false;
    const joined = joinedIn({ source, direction }, node);
    const isReference = typeof node['$ref'] === 'string' && source.target(node) !== undefined;
    const members = joined.map((one) => (isObject(one) ? { $ref: nameOf(one) } : one !== false));
    if (isReference && source.ignoresSiblings) return { allOf: members } as Schema;
    const keywords = validatedKeywords(translateOpenApi30(node));
    const own = mapSubschemas(keywords, (inner) => translate(inner as Json | undefined));
    if (members.length > 0) own['allOf'] = members;
    const whole = withoutHidden(adaptKeywords(own, node), node) as Schema;
    boundMembers(whole);
    boundUniqueItems(whole);
    return whole;
  };
  const withoutHidden = (own: Record<string, unknown>, node: JsonObject): Record<string, unknown> => {
    const properties = hiddenNames({ source, direction }, node);
    const inVain = namesAskedInVain({ source, direction }, node);
    return {
      ...own,
      ...(properties.length > 0 && {
        properties: { ...(own['properties'] as object), ...Object.fromEntries(properties.map((name) => [name, true])) },
      }),
      ...(inVain.size > 0 && {
        required: listAt(node['required']).filter((name) => !inVain.has(String(name))),
      }),
    };
  };
  const validateOnce: Validate = (schema, value) => {
    const root = isObject(schema) ? { $ref: nameOf(schema) } : schema !== false;
    for (let next = waiting.pop(); next; next = waiting.pop()) next();
    try {
      const [{ valid, errors }, undecided] = validateBounded(value, () =>
        validate(value, root, '2020-12', lookup as Record<string, Schema>),
      );
      if (undecided !== null) return { valid: null, why: undecided };
      return { valid, why: valid ? '' : describe(errors) };
    } catch (error) {
      return { valid: null, why: `validation failed: ${(error as Error).message}` };
    }
  };
  const latest = new Map<Json | undefined, { readonly text: string; readonly verdict: Verdict }>();
  return (schema, value) => {
    const text = JSON.stringify(value);
    const known = latest.get(schema);
    if (known?.text === text) return known.verdict;
    const verdict = validateOnce(schema, value);
    latest.set(schema, { text, verdict });
    return verdict;
  };
}

/** Followed, joined and matched by svckit instead. */
const ownKeywords: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'allOf', 'pattern']);

const validated = keywordsWhere(
  ({ role, in: dialect }, keyword) =>
    role === 'assertion' && (dialect === 'all' || dialect === '2020-12') && !ownKeywords.has(keyword),
);

function validatedKeywords(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => validated.has(keyword)));
}

/** Formats that are ranges, and patterns. */
function adaptKeywords(own: Record<string, unknown>, node: JsonObject): Record<string, unknown> {
  const result = { ...own };
  if (typeof result['format'] === 'string' && textFormat(result['format']) === null) delete result['format'];
  const limit = limitOfFormat(textAt(node['format']) ?? '');
  const [format, pattern] = [textAt(result['format'] as Json | undefined), textAt(node['pattern'])];
  if (pattern !== null) result['format'] = formatOfPattern(pattern);
  const more: readonly Schema[] = [
    ...(limit === null ? [] : [{ minimum: -limit, exclusiveMaximum: limit }]),
    ...(format === null || pattern === null ? [] : [{ format }]),
  ];
  if (more.length === 0) return result;
  return { ...result, allOf: [...((result['allOf'] as Schema[] | undefined) ?? []), ...more] };
}

/** The reason in words: the place in the value, where it is not the whole, and what is wrong there. */
function describe(errors: readonly OutputUnit[]): string {
  const error = errors.at(-1);
  if (!error) return 'is not valid';
  const place = decodeURIComponent(error.instanceLocation.replace(/^#/, ''));
  const missing = errors.flatMap(({ keyword, instanceLocation, error: text }) =>
    keyword === 'required' && instanceLocation === error.instanceLocation
      ? (missingProperty.exec(text)?.[1] ?? [])
      : [],
  );
  const at = place === '' ? '' : `${place} `;
  if (error.keyword === 'required' && missing.length > 1)
    return `${at}must have the properties ${joinWords(missing.slice(0, 5))}`;
  const said = error.keyword === 'maxProperties' ? error.error.replace('at least', 'at most') : error.error;
  const words = sentences.flatMap(([pattern, write]) => {
    const found = pattern.exec(said);
    return found ? [write(found)] : [];
  })[0];
  return `${at}${words ?? said.replace(/\.$/, '').replace(/^./, (first) => first.toLowerCase())}`;
}

const missingProperty = /required property (".*")/s;

const list = (text: string) => text.replaceAll('"', '').split(', ').join(' or ');

const sentences: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^Instance type .* Expected (.*)\.$/s, (found) => `must be ${list(found[1]!)}`],
  [/^False boolean schema/, () => 'is not allowed'],
  [missingProperty, (found) => `must have the property ${found[1]}`],
  [/^Instance does not match any of (.*)\.$/s, (found) => `must be one of ${found[1]!.slice(0, 120)}`],
  [/^Instance does not match (?!the|any|every|exactly)(.*)\.$/s, (found) => `must be ${found[1]!.slice(0, 120)}`],
  [/^String is too long \((\d+) > (\d+)\)/, (found) => `must not be longer than ${found[2]}`],
  [/^String is too short \((\d+) < (\d+)\)/, (found) => `must not be shorter than ${found[2]}`],
  [
    /^Array has less items .* minContains \((\d+)\)/,
    (found) => `must have at least ${found[1]} items that "contains" asks for`,
  ],
  [
    /^Array must contain at least (\d+) items/,
    (found) => `must have at least ${found[1]} items that "contains" asks for`,
  ],
  [/^Array may contain at most (\d+) items/, (found) => `must have at most ${found[1]} items that "contains" asks for`],
  [/^Array (?:is empty|does not contain item)/, () => 'must have an item that "contains" asks for'],
  [/^Duplicate items at indexes (\d+) and (\d+)/, (found) => `must not have equal items (${found[1]} and ${found[2]})`],
  [
    /^Instance does not have at (least|most) (\d+) properties/,
    (found) => `must have at ${found[1]} ${found[2]} properties`,
  ],
  [
    /^Instance has "(.*)" but does not have "(.*)"/s,
    (found) => `must have the property "${found[2]}" beside "${found[1]}"`,
  ],
  [/^Instance matched "not" schema/, () => 'must not match the schema of "not"'],
  [
    /^Instance does not match exactly one subschema \((\d+) matches\)/,
    (found) => `must match one schema of "oneOf", and matches ${found[1]}`,
  ],
  [/^Instance does not match any subschemas/, () => 'must match a schema of "anyOf"'],
  [/^String does not match format "pattern /, () => 'must match the pattern'],
  [/^String does not match format (".*")/, (found) => `must have the format ${found[1]}`],
  [/^Array has too many items \((\d+) > (\d+)\)/, (found) => `must not have more than ${found[2]} items`],
  [/^Array has too few items \((\d+) < (\d+)\)/, (found) => `must not have fewer than ${found[2]} items`],
  [/is (?:greater) than or equal to +(\S+)\.$/, (found) => `must be less than ${found[1]}`],
  [/is (?:less) than or equal to +(\S+)\.$/, (found) => `must be greater than ${found[1]}`],
  [/is greater than +(\S+)\.$/, (found) => `must not be greater than ${found[1]}`],
  [/is less than +(\S+)\.$/, (found) => `must not be less than ${found[1]}`],
  [/is not a multiple of (\S+)\.$/, (found) => `must be a multiple of ${found[1]}`],
];
