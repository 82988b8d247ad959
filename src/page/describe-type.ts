import { type Json, type JsonObject, listAt, numberAt, objectAt, textAt } from '../json/json.js';
import { countOf } from '../text/join-words.js';
import { translateOpenApi30 } from '../jsonschema/translate-openapi-30.js';
import { targetOf } from '../jsonschema/walk-keywords.js';
import type { OpenDocument } from '../openapi/open-document.js';

/** The names of a schema's types, without null. */
export function typesOf(schema: JsonObject): readonly string[] {
  const written = schema['type'];
  const names = (Array.isArray(written) ? (written as readonly Json[]) : [written]).flatMap(
    (name) => textAt(name) ?? [],
  );
  if (names.length > 0) return names.filter((name) => name !== 'null');
  const targets = new Set(Object.keys(schema).map(targetOf));
  return targets.has('members') ? ['object'] : targets.has('items') ? ['array'] : [];
}

/** Whether a schema says that null is a value, as OpenAPI 3.0 or 3.1 writes it. */
export function isNullable(schema: JsonObject): boolean {
  return listAt(translateOpenApi30(schema)['type']).includes('null');
}

/** The last segment of a reference to a component schema; null for any other schema. */
export function componentName(schema: Json | undefined): string | null {
  const reference = textAt(objectAt(schema)['$ref']);
  return (
    /^#\/components\/schemas\/([^/]+)$/
      .exec(reference ?? '')?.[1]
      ?.replaceAll('~1', '/')
      .replaceAll('~0', '~') ?? null
  );
}

/** A schema in a few words: `string (email)`, `array of Order`, `one of 2`. */
export function describeType(written: Json | undefined, document: OpenDocument): string {
  if (written === true || written === undefined) return 'any value';
  if (written === false) return 'nothing';
  const schema = document.resolve(written);
  const name = componentName(written) ?? textAt(schema['title']);
  const nullable = isNullable(schema) ? ' or null' : '';
  if (name !== null) return `${name}${nullable}`;
  const options = [...listAt(schema['oneOf']), ...listAt(schema['anyOf'])];
  if (options.length > 0) return describeOptions(options, document);
  if (schema['const'] !== undefined) return `${typesOf(schema)[0] ?? typeof schema['const']}${nullable}`;
  const types = typesOf(schema).map((type) => describeOne(type, schema, document));
  if (types.length === 0 && schema['allOf'] !== undefined) return 'object';
  return `${types.join(' or ') || (schema['enum'] === undefined ? 'any value' : 'one of the values')}${nullable}`;
}

function describeOptions(options: readonly Json[], document: OpenDocument): string {
  const isNull = (option: Json) => document.resolve(option)['type'] === 'null';
  const kept = options.filter((option) => !isNull(option));
  const nullable = kept.length < options.length ? ' or null' : '';
  return `${kept.length === 1 ? describeType(kept[0], document) : `one of ${kept.length}`}${nullable}`;
}

function describeOne(type: string, schema: JsonObject, document: OpenDocument): string {
  if (type === 'array')
    return schema['prefixItems'] === undefined ? `array of ${describeType(schema['items'], document)}` : 'tuple';
  if (type === 'object') {
    const rest = schema['additionalProperties'];
    const isMap = rest !== undefined && rest !== false && Object.keys(objectAt(schema['properties'])).length === 0;
    return isMap ? `map of ${describeType(rest, document)}` : 'object';
  }
  const format = textAt(schema['format']) ?? textAt(schema['contentMediaType']);
  return format === null ? type : `${type} (${format})`;
}

/** The limits of a schema, each in a few words. */
export function listConstraints(written: JsonObject): readonly string[] {
  const schema = translateOpenApi30(written);
  const number = (key: string) => numberAt(schema[key]);
  const range = (least: string | null, most: string | null) =>
    least !== null && most !== null
      ? `${least} to ${most}`
      : least !== null
        ? `at least ${least}`
        : most !== null
          ? `at most ${most}`
          : null;
  const text = (value: number | null) => (value === null ? null : String(value));
  const between = (low: string, high: string, unit: string) => {
    const [least, most] = [number(low), number(high)];
    if (least !== null && least === most) return `exactly ${countOf(least, unit)}`;
    const words = range(text(least), text(most));
    return words === null ? null : `${words} ${(most ?? least) === 1 ? unit : `${unit}s`}`;
  };
  const exclusive = (key: string, word: string) => (number(key) === null ? null : `${word} ${number(key)}`);
  const sized = (low: string, high: string, unit: string) =>
    low === 'minItems' && number(low) === 0 && number(high) === null ? null : between(low, high, unit);
  return [
    range(text(safe(number('minimum'))), text(safe(number('maximum')))),
    exclusive('exclusiveMinimum', 'above'),
    exclusive('exclusiveMaximum', 'below'),
    number('multipleOf') === null ? null : `a multiple of ${number('multipleOf')}`,
    sized('minLength', 'maxLength', 'character'),
    sized('minItems', 'maxItems', 'item'),
    sized('minProperties', 'maxProperties', 'member'),
    schema['uniqueItems'] === true ? 'no repeats' : null,
    schema['readOnly'] === true ? 'only in answers' : null,
    schema['writeOnly'] === true ? 'only in requests' : null,
  ].filter((words) => words !== null);
}

/** Bounds that only say "an integer that JavaScript can hold" say nothing to a reader. */
const safe = (bound: number | null) => (bound !== null && Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound);
