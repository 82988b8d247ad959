import fc from 'fast-check';
import { type Json, type JsonObject, listAt } from '../../json/json.js';
import type { SchemaView } from '../read-schemas.js';
import { drawList, drawObject, type Inside } from './draw-containers.js';
import { drawNumber, drawText } from './draw-scalars.js';
import { type Drawn, drawFixed } from './drawn.js';
import { guessType } from './guess-type.js';
import type { OpenSchemas } from './open-schemas.js';

/** Deeper than this, optional members are left out and lists are as short as they may be. */
const deepest = 4;

/** Reads how to draw values of a schema; null for one whose values are not found. What is drawn may still be invalid where keywords work together. */
export function drawValues(schemas: OpenSchemas, schema: Json | undefined, depth = 0): Drawn | null {
  if (depth > 2 * deepest) return null;
  const key = schemas.identity(schema);
  const own = remembered.get(schemas) ?? new WeakMap<JsonObject, Map<number, Drawn | null>>();
  remembered.set(schemas, own);
  const known = own.get(key) ?? new Map<number, Drawn | null>();
  own.set(key, known);
  if (!known.has(depth)) known.set(depth, drawSchema(schemas, schema, depth));
  return known.get(depth)!;
}

const remembered = new WeakMap<OpenSchemas, WeakMap<JsonObject, Map<number, Drawn | null>>>();

function drawSchema(schemas: OpenSchemas, schema: Json | undefined, depth: number): Drawn | null {
  const view = schemas.view(schema);
  const found = drawView(schemas, view, depth);
  if (found && found.covering.some((value) => schemas.accepts(schema, value))) return found;
  const smallest = schemas.smallest(schema);
  if (smallest === undefined) return found;
  const covering = [smallest, ...(found?.covering ?? [])];
  return { covering, any: fc.oneof(fc.constant(smallest), found?.any ?? fc.constant(smallest)) };
}

function drawView(schemas: OpenSchemas, view: SchemaView, depth: number): Drawn | null {
  const { keywords, types, nullable } = view;
  if (keywords['const'] !== undefined) return drawFixed([keywords['const']]);
  const nulls: readonly Json[] = nullable ? [null] : [];
  if (keywords['enum'] !== undefined) return drawFixed([...listAt(keywords['enum']), ...nulls]);
  const alternatives = [...listAt(keywords['oneOf']), ...listAt(keywords['anyOf'])];
  const parts =
    alternatives.length > 0
      ? alternatives.map((one) => drawValues(schemas, withContext(view, one), depth + 1))
      : (types.length > 0 ? types : [guessType(keywords)]).map((type) => drawType(schemas, type, view, depth));
  return together([...parts, nullable ? drawFixed(nulls) : null]);
}

/** An alternative may lean on keywords that stand beside the alternatives. */
function withContext({ properties, required, types }: SchemaView, alternative: Json): Json {
  if (Object.keys(properties).length === 0) return alternative;
  const own: JsonObject = { type: [...types], properties, required: [...required] };
  return { allOf: [own, alternative] };
}

function together(parts: readonly (Drawn | null)[]): Drawn | null {
  const found = parts.filter((part) => part !== null);
  if (found.length <= 1) return found[0] ?? null;
  return { covering: found.flatMap(({ covering }) => covering), any: fc.oneof(...found.map(({ any }) => any)) };
}

function drawType(schemas: OpenSchemas, type: string, view: SchemaView, depth: number): Drawn | null {
  const { keywords } = view;
  switch (type) {
    case 'string':
      return drawText(keywords);
    case 'integer':
    case 'number':
      return drawNumber(keywords, type === 'integer');
    case 'boolean':
      return drawFixed([true, false]);
    case 'null':
      return drawFixed([null]);
    case 'array':
      return drawList(keywords, inside(schemas, depth));
    case 'object':
      return drawObject(view, inside(schemas, depth));
    default:
      return null;
  }
}

const inside = (schemas: OpenSchemas, depth: number): Inside => ({
  schemas,
  draw: (schema) => drawValues(schemas, schema, depth + 1),
  isDeep: depth > deepest,
});
