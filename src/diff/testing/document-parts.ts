import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';

/** Tokens from a document to a part of it. */
export type Tokens = readonly string[];

/** The part at tokens. */
export function partAt(document: JsonObject, tokens: Tokens): Json | undefined {
  return tokens.reduce<Json | undefined>(
    (node, token) => (Array.isArray(node) ? listAt(node)[Number(token)] : objectAt(node)[token]),
    document,
  );
}

/** The document with another part at tokens; undefined leaves it out. */
export function withPart(document: JsonObject, tokens: Tokens, part: Json | undefined): JsonObject {
  const copy = structuredClone(document) as Record<string, Json | undefined>;
  const holder = partAt(copy, tokens.slice(0, -1)) as Record<string, Json | undefined>;
  const last = tokens.at(-1)!;
  if (part !== undefined) holder[last] = part;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

/** The tokens of every operation. */
export function operationsOf(document: JsonObject): readonly Tokens[] {
  return Object.entries(objectAt(document['paths'])).flatMap(([path, item]) =>
    Object.keys(objectAt(item)).map((method) => ['paths', path, method]),
  );
}

/** What holds schemas: parameters, media types and headers. */
export type HolderKind = 'parameter' | 'body' | 'answer' | 'header';

/** A part of a document that holds a schema, and the tokens of that schema. */
export interface Holder {
  readonly kind: HolderKind;
  readonly operation: Tokens;
  readonly tokens: Tokens;
  readonly schema: Tokens;
  /** Of a body or an answer. */
  readonly mediaType: string | null;
}

/** Everything that holds a schema in the operations of a document that `anyDocument` drew. */
export function holdersOf(document: JsonObject): readonly Holder[] {
  return operationsOf(document).flatMap((operation) => {
    const own = objectAt(partAt(document, operation));
    const media = (kind: HolderKind, at: Tokens) =>
      Object.keys(objectAt(partAt(document, [...at, 'content']))).map((mediaType): Holder => {
        const tokens = [...at, 'content', mediaType];
        return { kind, operation, tokens, schema: [...tokens, 'schema'], mediaType };
      });
    return [
      ...listAt(own['parameters']).map((parameter, index): Holder => {
        const tokens = [...operation, 'parameters', String(index)];
        const [mediaType] = Object.keys(objectAt(objectAt(parameter)['content']));
        const inside = mediaType === undefined ? ['schema'] : ['content', mediaType, 'schema'];
        return { kind: 'parameter', operation, tokens, schema: [...tokens, ...inside], mediaType: null };
      }),
      ...media('body', [...operation, 'requestBody']),
      ...Object.keys(objectAt(own['responses'])).flatMap((status) => {
        const response = [...operation, 'responses', status];
        return [
          ...media('answer', response),
          ...Object.keys(objectAt(partAt(document, [...response, 'headers']))).map((name): Holder => {
            const tokens = [...response, 'headers', name];
            return { kind: 'header', operation, tokens, schema: [...tokens, 'schema'], mediaType: null };
          }),
        ];
      }),
    ];
  });
}

/** The tokens of every schema that stands by itself: those of holders and of components. */
export function schemasOf(document: JsonObject): readonly Tokens[] {
  const components = Object.keys(objectAt(objectAt(document['components'])['schemas']));
  return [...holdersOf(document).map(({ schema }) => schema), ...components.map((name) => componentAt(name))];
}

/** The tokens of a component schema. */
export const componentAt = (name: string): Tokens => ['components', 'schemas', name];

/** Every JSON value in a value with changed objects, from below. */
export function mapObjects(value: Json, change: (node: JsonObject) => Json): Json {
  if (Array.isArray(value)) return listAt(value).map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapObjects(member ?? null, change)])),
  );
}
