import { type Json, type JsonObject, isObject, listAt, objectAt, textAt } from '../json/json.js';
import { exampleOf } from '../jsonschema/values/example-value.js';
import { openSchemas, type OpenSchemas } from '../jsonschema/values/open-schemas.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { schemaSource } from '../openapi/schema-source.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import type { FilledParameter } from './build-request.js';
import { typesOf } from './describe-type.js';
import type { ReadOperation } from './read-document.js';
import type { SamplePart } from './sample-request.js';

/** A media type of a body, as the form fills it in. */
export interface BodyForm {
  readonly mediaType: string;
  readonly schema: Json | undefined;
  /** JSON pointer tokens of the schema. */
  readonly tokens: readonly string[];
  /** An example as text; empty where none is known. */
  readonly text: string;
  /** The fields of a form; null for other media types. */
  readonly fields: readonly BodyField[] | null;
}

export interface BodyField extends SamplePart {
  readonly required: boolean;
  readonly several: boolean;
  /** The media types that a file may have, separated by commas; null where the document lists none. */
  readonly accept: string | null;
}

/** A value of a schema as the documents' examples have it, made once; undefined if none is known. */
export function sampleOf(schema: Json | undefined, document: OpenDocument): unknown {
  if (!isObject(schema)) return undefined;
  const { schemas, samples } = opened.get(document) ?? openSamples(document);
  // Each place that refers to a schema has a separate reference object.
  const key = typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1 ? schema['$ref'] : schema;
  if (!samples.has(key)) samples.set(key, exampleOf(schemas, schema));
  return samples.get(key);
}

interface Samples {
  readonly schemas: OpenSchemas;
  readonly samples: Map<JsonObject | string, Json | undefined>;
}

const opened = new WeakMap<OpenDocument, Samples>();

function openSamples(document: OpenDocument): Samples {
  const samples = { schemas: openSchemas(schemaSource(document)), samples: new Map() };
  opened.set(document, samples);
  return samples;
}

/** The example that an object names: `example`, the first of `examples`, or the one of its schema. */
function exampleIn(node: JsonObject, schema: Json | undefined, document: OpenDocument): unknown {
  const [named] = Object.values(objectAt(node['examples'])).map((one) => document.resolve(one)['value']);
  return node['example'] ?? named ?? sampleOf(schema, document);
}

/** A parameter with its example where it is required; optional ones start empty. */
export function fillParameter(parameter: Parameter, document: OpenDocument): FilledParameter {
  const { name, carrier, required, style, explode, node, schema } = parameter;
  const resolved = document.resolve(schema);
  const type = typesOf(resolved)[0];
  const example = exampleIn(node, schema, document);
  const written = Array.isArray(example)
    ? example.map(String).join(',')
    : isObject(example)
      ? JSON.stringify(example)
      : String(example ?? '');
  return {
    in: carrier,
    name,
    required,
    style,
    explode,
    kind: type === 'array' ? 'list' : type === 'object' ? 'object' : 'text',
    value: required || onlyValue(resolved) ? written : '',
    constant: isConstantHeader(parameter, document),
  };
}

/** Whether a parameter is a header that can have one value only. */
export const isConstantHeader = ({ carrier, schema }: Parameter, document: OpenDocument): boolean =>
  carrier === 'header' && onlyValue(document.resolve(schema));

/** Whether a schema accepts one value only, such as the version of the document. */
const onlyValue = (schema: JsonObject) => schema['const'] !== undefined || listAt(schema['enum']).length === 1;

/** The media types of an operation's body. */
export function bodyForms({ node, tokens, document }: ReadOperation): readonly BodyForm[] {
  const body = document.resolve(node['requestBody']);
  return Object.entries(objectAt(body['content'])).map(([mediaType, written]) => {
    const media = document.resolve(written);
    const schema = media['schema'];
    return {
      mediaType,
      schema,
      tokens: [...tokens, 'requestBody', 'content', mediaType, 'schema'],
      text: exampleText(exampleIn(media, schema, document), mediaType),
      fields: isForm(mediaType) ? formFields(document.resolve(schema), objectAt(media['encoding']), document) : null,
    };
  });
}

const isForm = (mediaType: string) => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(mediaType);

/** An example as it is sent. */
export function exampleText(example: unknown, mediaType: string): string {
  if (example === undefined) return '';
  if (typeof example === 'string' && !/json/i.test(mediaType)) return example;
  return JSON.stringify(example, null, 2);
}

/** The text of an example of a media type object. */
export function mediaExample(written: Json | undefined, mediaType: string, document: OpenDocument): string {
  const media = document.resolve(written);
  return exampleText(exampleIn(media, media['schema'], document), mediaType);
}

function formFields(schema: JsonObject, encoding: JsonObject, document: OpenDocument): readonly BodyField[] {
  const required = listAt(schema['required']);
  return Object.entries(objectAt(schema['properties'])).map(([name, written]) => {
    const field = document.resolve(written);
    const item = typesOf(field)[0] === 'array' ? document.resolve(field['items']) : field;
    const isFile =
      item['format'] === 'binary' ||
      ((typesOf(item)[0] === 'string' || typesOf(item).length === 0) && textAt(item['contentMediaType']) !== null);
    const example = isFile ? name : sampleOf(written, document);
    const value = typeof example === 'string' ? example : example === undefined ? '' : JSON.stringify(example);
    return {
      name,
      value: required.includes(name) || isFile ? value : '',
      isFile,
      required: required.includes(name),
      several: item !== field,
      accept: isFile ? (textAt(objectAt(encoding[name])['contentType']) ?? textAt(item['contentMediaType'])) : null,
    };
  });
}
