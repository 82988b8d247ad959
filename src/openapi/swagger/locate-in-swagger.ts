import { type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';
import { valueAt } from '../../json/pointer.js';
import { findOrigin } from '../references/find-origin.js';
import { isOfBody, isParameter } from './prepare-swagger.js';

type Tokens = readonly string[];

/** Where a Swagger 2.0 document writes what its conversion to OpenAPI 3.0 has at some tokens; what is around it where it has no such place. */
export function tokensInSwagger(document: JsonObject, tokens: Tokens): Tokens {
  const [area = '', name, ...rest] = tokens;
  if (area === 'servers') return [['host', 'basePath', 'schemes'].find((one) => document[one] !== undefined) ?? ''];
  if (area === 'paths' && name !== undefined) return inPath(document, [area, name], rest);
  return area === 'components' && name !== undefined ? inComponents(name, rest) : tokens;
}

function inComponents(kind: string, tokens: Tokens): Tokens {
  const [name, ...rest] = tokens;
  if (kind === 'securitySchemes')
    return ['securityDefinitions', ...(rest[0] === 'flows' ? [name!, ...rest.slice(2)] : tokens)];
  if (kind === 'schemas' || name === undefined) return [kind === 'schemas' ? 'definitions' : kind, ...tokens];
  if (kind === 'responses') return inResponse([kind, name], rest, []);
  return kind === 'parameters' ? inParameter([kind, name], rest) : [kind, ...tokens];
}

function inPath(document: JsonObject, at: Tokens, tokens: Tokens): Tokens {
  const [member, ...rest] = tokens;
  if (member === undefined) return at;
  if (member === 'parameters') return inParameters(document, at, rest);
  const operation = [...at, member];
  const [part, ...inner] = rest;
  switch (part) {
    case 'parameters':
      return inParameters(document, operation, inner);
    case 'requestBody':
      return inBody(document, [operation, at], inner);
    case 'responses': {
      const [status, ...after] = inner;
      const list = [...operation, 'produces'];
      return status === undefined
        ? [...operation, part]
        : inResponse([...operation, part, status], after, placeOfType(document, list, after));
    }
    case 'servers':
      return [...operation, 'schemes'];
    default:
      return [...operation, ...rest];
  }
}

/** The keywords of a parameter are its own members here. */
function inParameter(at: Tokens, tokens: Tokens): Tokens {
  const [member, ...rest] = tokens;
  if (member === 'schema') return [...at, ...rest];
  return member === 'style' || member === 'explode' ? [...at, 'collectionFormat'] : [...at, ...tokens];
}

function inParameters(document: JsonObject, holder: Tokens, [index, ...rest]: Tokens): Tokens {
  const list = [...holder, 'parameters'];
  if (index === undefined) return list;
  const kept = parametersAt(document, holder).filter(({ value }) => isParameter(value));
  const place = kept[Number(index)]?.tokens;
  return place === undefined ? list : inParameter(place, rest);
}

/** What an answer has as content is its schema, the list of media types, or an example. */
function inResponse(at: Tokens, tokens: Tokens, types: Tokens): Tokens {
  const [member, name, part, ...rest] = tokens;
  if (member === 'headers' && part === 'schema') return [...at, member, name!, ...rest];
  if (member !== 'content') return [...at, ...tokens];
  if (part === 'schema') return [...at, part, ...rest];
  if (part === 'example') return [...at, 'examples', name!];
  return name !== undefined && types.length > 0 ? types : [...at, 'schema'];
}

/** A body is a parameter, or several that are its members. */
function inBody(document: JsonObject, holders: readonly Tokens[], tokens: Tokens): Tokens {
  const found = holders.flatMap((holder) => parametersAt(document, holder)).filter(({ value }) => isOfBody(value));
  const first = found[0]?.tokens;
  if (first === undefined) return holders[0]!;
  const [member, , part, ...rest] = tokens;
  if (member !== 'content') return [...first, ...tokens];
  const ofMember = (name: string | undefined) =>
    found.find(({ value }) => value['in'] === 'formData' && value['name'] === name)?.tokens;
  if (part === 'encoding') return [...(ofMember(rest[0]) ?? first), 'collectionFormat'];
  if (part !== 'schema') return placeOfType(document, [...holders[0]!, 'consumes'], tokens);
  if (found[0]!.value['in'] === 'body') return [...first, part, ...rest];
  const place = ofMember(rest[1]);
  return rest[0] === 'properties' && place !== undefined ? [...place, ...rest.slice(2)] : first;
}

/** Where a media type is listed: for the operation, or for all. */
function placeOfType(document: JsonObject, list: Tokens, [member, type]: Tokens): Tokens {
  if (member !== 'content') return [];
  const all = list.slice(-1);
  const place = [list, all].find((one) => valueOf(document, one) !== undefined) ?? list;
  const index = listAt(valueOf(document, place)).indexOf(type ?? '');
  return index < 0 ? place : [...place, String(index)];
}

/** The parameters that an operation or a path lists, and where. */
function parametersAt(
  document: JsonObject,
  holder: Tokens,
): readonly { readonly tokens: Tokens; readonly value: JsonObject }[] {
  const list = [...holder, 'parameters'];
  return listAt(valueOf(document, list)).map((item, index) => {
    const tokens = [...list, String(index)];
    const isReference = textAt(objectAt(item)['$ref']) !== null;
    const carrier = isReference ? valueOf(document, [...tokens, 'in']) : undefined;
    const name = isReference ? valueOf(document, [...tokens, 'name']) : undefined;
    return { tokens, value: isReference ? { ...objectAt(item), in: carrier, name } : objectAt(item) };
  });
}

/** The value at some tokens, with references followed; undefined where there is none. */
function valueOf(document: JsonObject, tokens: Tokens): Json | undefined {
  const last = tokens.at(-1)!;
  const origin = findOrigin(document, tokens);
  return origin.at(-1) === last ? valueAt(document, origin) : undefined;
}
