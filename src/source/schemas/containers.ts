import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { escapeControls } from '../../text/escape.js';
import { writeComment } from '../../text/write-comment.js';
import { type Chain, type Expression, list, type Member, method, object, optional, valueOf, zod } from '../syntax.js';
import { isOpen } from './read-types.js';
import { settleMember } from './later.js';
import type { Printing, SchemaExpression } from './printing.js';
import { limitSize, type Typed, without } from './scalars.js';
import { createValidator } from '../../jsonschema/containment/validator.js';

export function printArray(keywords: JsonObject, printing: Printing): Typed {
  const { prefixItems, items, minItems, maxItems } = keywords;
  const kept = keywords['uniqueItems'] === true ? keywords : without(keywords, ['uniqueItems']);
  const first = listAt(prefixItems);
  if (first.length === 0) {
    const base = limitSize(zod('array', printing.print(items)), minItems, maxItems);
    return { base, kept: without(kept, ['prefixItems', 'items', 'minItems', 'maxItems']) };
  }
  const least = typeof minItems === 'number' ? minItems : 0;
  const members = first.map((item, index) => {
    const printed = printing.print(item);
    return index < least ? printed : optional(printed);
  });
  const base = items === false ? zod('tuple', list(members)) : zod('tuple', list(members), printing.print(items));
  const isSaid = least <= first.length && Number.isInteger(least);
  return { base, kept: without(kept, ['prefixItems', 'items', ...(isSaid ? ['minItems'] : [])]) };
}

/** Keywords that name members beside `properties`: an object that may have them keeps what it does not declare. */
const applicators = ['dependentSchemas', 'if'];

export function printObject(keywords: JsonObject, beside: JsonObject, printing: Printing): Typed {
  const { additionalProperties: others, patternProperties } = keywords;
  const properties = objectAt(keywords['properties']);
  const required = listAt(keywords['required']).filter((name) => typeof name === 'string');
  const hasPatterns = Object.keys(objectAt(patternProperties)).length > 0;
  const record = Object.keys(properties).length === 0 && required.length === 0 ? printRecord(keywords, printing) : null;
  if (record) return record;
  const undeclared = [...new Set(required)].filter((name) => !Object.hasOwn(properties, name));
  // A member that the shape names would no longer be one of the others.
  const named = hasPatterns ? [] : undeclared;
  const shape = object([
    ...Object.entries(properties).map(([key, schema]) =>
      memberOf(key, schema as Json, required.includes(key), printing),
    ),
    ...named.map((key) => memberOf(key, others ?? true, true, printing)),
  ]);
  const said = [
    'properties',
    ...(named.length === undeclared.length ? ['required'] : []),
    ...(hasPatterns ? [] : ['additionalProperties', 'patternProperties']),
  ];
  const kept = without(keywords, said);
  if (hasPatterns) return { base: zod('looseObject', shape), kept };
  if (others === false) return { base: zod('strictObject', shape), kept };
  if (isObject(others) && Object.keys(others).length > 0)
    return { base: method(zod('object', shape), 'catchall', printing.print(others)), kept };
  const isLoose =
    others !== undefined ||
    keywords['properties'] === undefined ||
    applicators.some((keyword) => Object.hasOwn(keywords, keyword) || Object.hasOwn(beside, keyword)) ||
    (beside['allOf'] !== undefined && !isOpen({ allOf: beside['allOf'] }, printing));
  return { base: zod(isLoose ? 'looseObject' : 'object', shape), kept };
}

/** An object whose members are not named. */
function printRecord(keywords: JsonObject, printing: Printing): Typed | null {
  const { additionalProperties: others, patternProperties, propertyNames } = keywords;
  const [pattern, ...more] = Object.entries(objectAt(patternProperties));
  const hasNames = isObject(propertyNames);
  if (pattern && more.length === 0 && others === undefined && !hasNames) {
    const key = printing.print({ type: 'string', pattern: pattern[0] });
    if (key.kind === 'chain' && key.steps.some(({ member }) => member === 'regex'))
      return {
        base: zod('looseRecord', key, printing.print(pattern[1])),
        kept: without(keywords, ['properties', 'required', 'patternProperties']),
      };
  }
  if (pattern || !(hasNames || (isObject(others) && Object.keys(others).length > 0))) return null;
  const key = hasNames ? keyOf(propertyNames, printing) : zod('string');
  if (!key) return null;
  const said = ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'];
  const isPartial = key.steps[0]?.member === 'enum' || key.steps[0]?.member === 'literal';
  return {
    base: zod(isPartial ? 'partialRecord' : 'record', key, printing.print(others)),
    kept: without(keywords, said),
  };
}

const namingKeywords = ['type', 'pattern', 'minLength', 'maxLength', 'enum', 'const'];

/** The names of members, which are text whatever their schema says; null for what a record of Zod does not read as names. */
function keyOf(names: JsonObject, printing: Printing): Chain | null {
  const isPlain = Object.keys(names).every((keyword) => namingKeywords.includes(keyword));
  if (!isPlain || (names['type'] !== undefined && names['type'] !== 'string')) return null;
  const key = printing.print({ ...names, type: 'string' });
  return key.kind === 'chain' && key.steps.every(({ member }) => member !== 'meta' && member !== 'never') ? key : null;
}

function memberOf(key: string, schema: Json, isRequired: boolean, printing: Printing): Member {
  const comment = commentOf(schema);
  const value = valueOfMember(schema, isRequired, printing);
  return settleMember({ key, value, ...(comment !== '' && { comment }) }, printing);
}

function valueOfMember(schema: Json, isRequired: boolean, printing: Printing): SchemaExpression {
  if (isRequired) return printing.print(schema);
  const filled = printing.defaults === 'filled' ? fillable(schema, printing) : null;
  if (!filled) return optional(printing.print(schema));
  return method(printing.print(without(schema as JsonObject, ['default'])), 'default', filled);
}

/** The comment of what a schema describes; empty where it says nothing. */
export function commentOf(schema: Json | undefined): string {
  if (!isObject(schema)) return '';
  const { description, deprecated } = schema;
  const text = typeof description === 'string' ? escapeControls(description).trim() : '';
  return writeComment([text, ...(deprecated === true ? ['@deprecated'] : [])].filter((one) => one !== '').join('\n\n'));
}

/** The default of a schema, where a value that it accepts stands there; null otherwise. */
function fillable(schema: Json, printing: Printing): Expression | null {
  if (!isObject(schema) || schema['default'] === undefined) return null;
  const value = schema['default'];
  const { target, ignoresSiblings } = printing;
  const members = (node: JsonObject) => listAt(node['allOf']);
  const { valid } = createValidator({ target, members, ignoresSiblings }, 'request')(schema, value);
  return valid === true && isDeclared(schema, value, printing, 0) ? valueOf(value) : null;
}

const deepest = 20;

/** Whether a value has only members and items that its schema names, so that TypeScript finds it to be of its type. */
function isDeclared(schema: Json | undefined, value: Json, printing: Printing, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (!isObject(schema) || depth > deepest) return false;
  if (typeof schema['$ref'] === 'string') return isDeclared(printing.target(schema), value, printing, depth + 1);
  if (
    ['allOf', 'anyOf', 'oneOf', 'enum', 'const', 'patternProperties'].some((keyword) => schema[keyword] !== undefined)
  )
    return false;
  if (Array.isArray(value))
    return (
      schema['prefixItems'] === undefined &&
      value.every((item: Json) => isDeclared(schema['items'], item, printing, depth + 1))
    );
  const properties = objectAt(schema['properties']);
  return Object.entries(value as JsonObject).every(
    ([key, inner]) => Object.hasOwn(properties, key) && isDeclared(properties[key], inner as Json, printing, depth + 1),
  );
}
