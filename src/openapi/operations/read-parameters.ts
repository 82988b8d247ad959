import { listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../open-document.js';

/** A parameter of an operation, its references followed. */
export interface Parameter {
  readonly name: string;
  readonly carrier: 'query' | 'path' | 'header' | 'cookie' | 'querystring';
  /** Equal for parameters that are the same on the wire: header names in any case, path parameters by position. */
  readonly key: string;
  readonly node: JsonObject;
  readonly required: boolean;
  /** Declared for the path, for all its operations. */
  readonly shared: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Whether reserved characters may stand in the value as they are; said of query parameters. */
  readonly allowsReserved: boolean;
  /** Whether the parameter may be sent without a value; said of query parameters. */
  readonly allowsEmpty: boolean;
  /** The media type of a parameter that is described by content, not by a schema. */
  readonly mediaType: string | null;
  readonly schema: Json | undefined;
  /** JSON pointer tokens in the document. */
  readonly tokens: readonly string[];
}

const defaultStyles = {
  query: 'form',
  path: 'simple',
  header: 'simple',
  cookie: 'form',
  querystring: 'form',
} as const satisfies Readonly<Record<Parameter['carrier'], string>>;

/** Where a parameter may be. */
export const carriers: ReadonlySet<string> = new Set(Object.keys(defaultStyles));

/** OpenAPI ignores these header parameters. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** Reads the parameters of an operation and of its path item; the operation's take precedence. */
export function readParametersAt(
  document: OpenDocument,
  item: JsonObject,
  at: readonly string[],
  own: { readonly node: JsonObject; readonly tokens: readonly string[] },
): readonly Parameter[] {
  const path = at.at(-1) ?? '';
  const read = (list: Json | undefined, shared: boolean, tokens: readonly string[]) =>
    listAt(list)
      .map((node, index) => readParameter(document, node, path, shared, [...tokens, 'parameters', String(index)]))
      .filter((parameter) => parameter !== null);
  const found = new Map<string, Parameter>();
  for (const parameter of read(item['parameters'], true, at)) found.set(parameter.key, parameter);
  for (const parameter of read(own.node['parameters'], false, own.tokens)) found.set(parameter.key, parameter);
  return [...found.values()];
}

function readParameter(
  document: OpenDocument,
  written: Json,
  path: string,
  shared: boolean,
  tokens: readonly string[],
): Parameter | null {
  const node = document.resolve(written);
  const [name, carrier] = [textAt(node['name']), textAt(node['in'])];
  if (name === null || carrier === null || !isCarrier(carrier)) return null;
  if (carrier === 'header' && ignoredHeaders.has(name.toLowerCase())) return null;
  const style = textAt(node['style']) ?? defaultStyles[carrier];
  const [mediaType, described] = Object.entries(objectAt(node['content']))[0] ?? [null, undefined];
  const media = document.resolve(described);
  return {
    name,
    carrier,
    node,
    shared,
    style,
    mediaType,
    tokens,
    key: `${carrier}:${identify(name, carrier, path)}`,
    required: node['required'] === true || carrier === 'path',
    explode: typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form',
    allowsReserved: carrier === 'query' && node['allowReserved'] === true,
    allowsEmpty: carrier === 'query' && node['allowEmptyValue'] === true,
    schema: mediaType === null ? node['schema'] : media['schema'],
  };
}

function isCarrier(text: string): text is Parameter['carrier'] {
  return carriers.has(text);
}

function identify(name: string, carrier: string, path: string): string {
  if (carrier === 'header') return name.toLowerCase();
  if (carrier === 'querystring') return '';
  if (carrier !== 'path') return name;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex((match) => match[1] === name);
  return position < 0 ? name : `#${position}`;
}
