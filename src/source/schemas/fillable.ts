import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { createValidator } from '../../jsonschema/containment/validator.js';
import { type Expression, valueOf } from '../syntax.js';
import type { Printing } from './printing.js';

/** The default of a schema, where a value that it accepts stands there; null otherwise. */
export function fillable(schema: Json, printing: Printing): Expression | null {
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
