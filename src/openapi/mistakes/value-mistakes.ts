import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';
import { createValidator, type Validate } from '../../jsonschema/containment/validator.js';
import { isReferable, type Place } from '../object-model.js';
import { schemaSource } from '../schema-source.js';
import { expectedAt } from './visit-values.js';
import { type FoundMistake, type MistakeKind, quote } from './document-mistake.js';

const danglingReference: MistakeKind = {
  id: 'reference-dangling',
  summary: 'Every $ref leads to something.',
  find: ({ document, values }) =>
    values.flatMap(({ value, place, tokens }) => {
      const reference = isObject(value) && isReferable(place) ? textAt(value['$ref']) : null;
      if (reference === null || document.target(value as JsonObject) !== undefined) return [];
      return [
        {
          message: `$ref ${quote(reference)} leads to nothing, so it stands for any value.`,
          fix: 'Add what it names, or name something that is there.',
          tokens: [...tokens(), '$ref'],
        },
      ];
    }),
};

const unexpectedValue: MistakeKind = {
  id: 'value-unexpected',
  summary: 'Lists, objects and records stand where OpenAPI has them.',
  find: ({ values }) =>
    values.flatMap(({ value, place, tokens }) => {
      const expected = expectedAt(place, value);
      if (expected === null) return [];
      const at = tokens();
      return [
        {
          message: `${at.at(-1) ?? 'The document'} is ${kindOf(value)}, where OpenAPI has ${expected}, so it is not read.`,
          fix: `Write ${expected}.`,
          tokens: at,
        },
      ];
    }),
};

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : `the ${typeof value === 'string' ? 'text' : typeof value} ${quote(value)}`;
}

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const unknownType: MistakeKind = {
  id: 'schema-type-unknown',
  summary: 'The type of a schema is one of JSON.',
  find: ({ values }) =>
    values.flatMap(({ value, place, tokens }) => {
      if (place !== 'schema' || !isObject(value) || value['type'] === undefined) return [];
      const types = [value['type']].flat() as readonly Json[];
      return types
        .filter((type) => type !== null && !typeNames.has(String(type)))
        .map((type) => ({
          message: `A schema has the type ${quote(type)}, which no value has.`,
          fix: `Write one of these: ${[...typeNames].join(', ')}.`,
          tokens: [...tokens(), 'type'],
        }));
    }),
};

const invalidExample: MistakeKind = {
  id: 'example-invalid',
  summary: 'Examples and defaults are valid for their schema.',
  find: ({ document, values }) => {
    const validate = createValidator(schemaSource(document), 'none');
    return values.flatMap(({ value, place, tokens }) => {
      if (!isObject(value) || value['$ref'] !== undefined) return [];
      const examples = examplesIn(value, place, document.resolve);
      if (examples.length === 0 || (place === 'mediaType' && !isJson(tokens().at(-1)!))) return [];
      return examples.flatMap((example) => judge(example, tokens, validate));
    });
  },
};

/** Whether the examples of a media type are values, and no text that holds them. */
const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType);

interface Example {
  readonly value: Json;
  readonly schema: Json | undefined;
  /** Below the object that has it. */
  readonly tokens: readonly string[];
}

function judge(
  { value, schema, tokens }: Example,
  at: () => readonly string[],
  validate: Validate,
): readonly FoundMistake[] {
  const { valid, why } = validate(schema, value);
  if (valid !== false) return [];
  const name = tokens[0] === 'default' ? 'The default' : 'An example';
  return [
    {
      message: `${name} does not fit its schema: ${why}.`,
      fix: 'Correct it, or the schema.',
      tokens: [...at(), ...tokens],
    },
  ];
}

/** The examples of a parameter, a header, a JSON body or a schema. */
function examplesIn(
  holder: JsonObject,
  place: Place,
  resolve: (node: Json | undefined) => JsonObject,
): readonly Example[] {
  const own = (key: string): readonly Example[] => {
    const value = holder[key];
    return value === undefined
      ? []
      : [{ value, schema: place === 'schema' ? holder : holder['schema'], tokens: [key] }];
  };
  if (place === 'schema') {
    const listed = listAt(holder['examples']).map((value, index) => ({
      value,
      schema: holder,
      tokens: ['examples', String(index)],
    }));
    return [...own('default'), ...own('example'), ...listed];
  }
  if ((place !== 'parameter' && place !== 'header' && place !== 'mediaType') || holder['schema'] === undefined)
    return [];
  const { schema, examples } = holder;
  return [
    ...own('example'),
    ...Object.entries(objectAt(examples)).flatMap(([name, written]) => {
      const { value } = resolve(written);
      return value === undefined ? [] : [{ value, schema, tokens: ['examples', name] }];
    }),
  ];
}

export const valueMistakes: readonly MistakeKind[] = [danglingReference, unexpectedValue, unknownType, invalidExample];
