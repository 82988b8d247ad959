import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { type OpenSchemas, openSchemas } from '../../jsonschema/values/open-schemas.js';
import { openDocument } from '../../openapi/open-document.js';
import { schemaSource } from '../../openapi/schema-source.js';
import { createOracle } from '../../jsonschema/containment/testing/oracle.js';

/** What a client sends of a parameter: whole texts, or names with texts. */
type Sent = readonly (readonly [name: string, text: string])[];

/** Which texts stand for other values: none, those of a parameter, or those of a form, where an object may be written as JSON. */
export type Text = 'none' | 'parameter' | 'form';

/** A client and a server that know a document, written apart from svckit: whatever is not decided here is Ajv's. */
export interface Peer {
  readonly document: JsonObject;
  /** Where values to send come from; whether they may be sent is not for them to say. */
  readonly schemas: OpenSchemas;
  /** Whether a schema at tokens of the document accepts a value, or one of the readings of its texts. */
  readonly accepts: (tokens: readonly string[], value: Json, text: Text) => boolean;
}

/** Opens a document of OpenAPI 3.1, in the form in which `anyDocument` draws it. */
export function openPeer(document: JsonObject): Peer {
  let compile: ReturnType<typeof createOracle> | null = null;
  const known = new Map<string, (value: Json) => boolean>();
  const accepts: Peer['accepts'] = (tokens, value, text) => {
    const pointer = tokens.map((token) => `/${encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    const key = pointer.join('');
    const own = known.get(key) ?? (compile ??= createOracle(document))({ $ref: `root#${key}` });
    known.set(key, own);
    return (text === 'none' ? [value] : readingsOf(value, text)).some(own);
  };
  return { document, accepts, schemas: openSchemas(schemaSource(openDocument(document))) };
}

/** Every way to read the texts in a value: as they are, as the numbers and booleans that they spell, and what holds others as their JSON. */
function readingsOf(value: Json, kind: Text): readonly Json[] {
  const asJson = kind === 'form' ? [JSON.stringify(value)] : [];
  if (Array.isArray(value)) return [...combine(value.map((item: Json) => readingsOf(item, kind))), ...asJson];
  if (isObject(value)) {
    const names = Object.keys(value);
    const members = combine(names.map((name) => readingsOf(value[name]!, kind)));
    return [...members.map((list) => Object.fromEntries(names.map((name, index) => [name, list[index]!]))), ...asJson];
  }
  const text = String(value);
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(?:\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}

function combine(readings: readonly (readonly Json[])[]): readonly (readonly Json[])[] {
  return readings.reduce<readonly (readonly Json[])[]>(
    (lists, own) => lists.flatMap((list) => own.map((one) => [...list, one])),
    [[]],
  );
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[.!'()*~_-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const isSingle = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value);

/** Writes a value as a parameter describes it; null where that style has no form for it. */
export function writeParameter(parameter: JsonObject, value: Json): Sent | null {
  const { name: key, style, explode, in: carrier } = parameter as Record<string, Json>;
  const name = String(key);
  if (parameter['content'] !== undefined) return [[name, encodeURIComponent(JSON.stringify(value))]];
  const parts = isSingle(value) ? [value] : Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  if (parts.length === 0 || !parts.every((part) => isSingle(part as Json))) return null;
  if (carrier !== 'query' && carrier !== 'cookie' && parts.includes('')) return null;
  const members = isObject(value)
    ? Object.entries(value).map(([member, one]) => [encode(member), encode(String(one))] as const)
    : null;
  if (style === 'deepObject') return members && members.map(([member, text]) => [`${name}[${member}]`, text] as const);
  const texts = parts.map((part) => encode(String(part)));
  const [delimiter, start] = delimiters[String(style)]!;
  if (style === 'form' || style === 'matrix') {
    const pairs: Sent = members
      ? explode === true
        ? members
        : [[name, members.flat().join(',')]]
      : explode === true
        ? texts.map((text) => [name, text] as const)
        : [[name, texts.join(',')]];
    return style === 'form' ? pairs : [[name, pairs.map(([one, text]) => `;${one}=${text}`).join('')]];
  }
  if ((style === 'spaceDelimited' || style === 'pipeDelimited') && isSingle(value)) return null;
  const list = members
    ? explode === true
      ? members.map(([member, text]) => `${member}=${text}`)
      : members.flat()
    : texts;
  return [[name, `${start}${list.join(explode === true ? delimiter : style === 'label' ? '.' : delimiter)}`]];
}

const delimiters: Readonly<Record<string, readonly [delimiter: string, start: string]>> = {
  form: [',', ''],
  simple: [',', ''],
  matrix: [',', ''],
  label: ['.', '.'],
  spaceDelimited: ['%20', ''],
  pipeDelimited: ['|', ''],
};

/** Every value that a parameter may be read as; none where the texts are not of its style. */
export function readParameter(parameter: JsonObject, sent: Sent): readonly Json[] {
  const { name: key, style, explode } = parameter as Record<string, Json>;
  const name = String(key);
  const own = sent.filter(([one]) => one === name).map(([, text]) => text);
  if (parameter['content'] !== undefined) return own.slice(0, 1).flatMap(parseJson);
  if (style === 'deepObject') {
    const members = sent.flatMap(([one, text]) => {
      const member = one.startsWith(`${name}[`) && one.endsWith(']') ? one.slice(name.length + 1, -1) : null;
      return member === null ? [] : [[decodeURIComponent(member), decodeURIComponent(text)] as const];
    });
    return members.length > 0 ? [Object.fromEntries(members)] : [];
  }
  if (style === 'form' && explode === true)
    return [
      ...(own.length === 1 ? [decodeURIComponent(own[0]!)] : []),
      ...(own.length > 0 ? [own.map(decodeURIComponent)] : []),
      ...(own.length === 0 && sent.length > 0 ? [objectOf(sent)] : []),
    ];
  const [text] = own;
  if (text === undefined) return [];
  if (style === 'matrix') {
    const pairs = text
      .split(';')
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const);
    return readParameter({ ...parameter, style: 'form' }, pairs);
  }
  const [delimiter, start] = delimiters[String(style)]!;
  if (!text.startsWith(start)) return [];
  const parts = text.slice(start.length).split(delimiter);
  const pairs =
    explode === true
      ? parts.map((part) => part.split('='))
      : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1]]] : []));
  const isObjectText = pairs.every((pair) => pair.length === 2 && pair[1] !== undefined);
  return [
    ...(parts.length === 1 ? [decodeURIComponent(parts[0]!)] : []),
    parts.map(decodeURIComponent),
    ...(isObjectText ? [objectOf(pairs as unknown as Sent)] : []),
  ];
}

const objectOf = (pairs: Sent): JsonObject =>
  Object.fromEntries(pairs.map(([name, text]) => [decodeURIComponent(name), decodeURIComponent(text)]));

function parseJson(text: string): readonly Json[] {
  try {
    return [JSON.parse(decodeURIComponent(text)) as Json];
  } catch {
    return [];
  }
}

/** Requirements that let in a caller with exactly these: schemes with their scopes. */
export function letsIn(document: JsonObject, security: Json | undefined, held: JsonObject, holder: JsonObject) {
  const wanted = listAt(security);
  const schemesOf = (one: JsonObject) => objectAt(objectAt(one['components'])['securitySchemes']);
  return (
    wanted.length === 0 ||
    wanted.some((one) =>
      Object.entries(objectAt(one)).every(
        ([name, scopes]) =>
          held[name] !== undefined &&
          JSON.stringify(schemesOf(document)[name]) === JSON.stringify(schemesOf(holder)[name]) &&
          listAt(scopes).every((scope) => listAt(held[name]).includes(scope)),
      ),
    )
  );
}
