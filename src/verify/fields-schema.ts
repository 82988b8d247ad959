import { isObject, type Json, type JsonObject, listAt, numberAt, objectAt, textAt } from '../json/json.js';
import type { PromisedOperation } from './promised-api.js';

/** The schema of a body of named texts, and which of them are files. */
export interface FieldsSchema {
  readonly schema: Json;
  /** The media types of files. */
  readonly files: Readonly<Record<string, string>>;
}

/** What files hold, by their media types; without what curl reads as more than text. */
const contents: Readonly<Record<string, string>> = {
  'text/plain': 'tea',
  'text/csv': 'tea,3',
  'text/markdown': '# Tea',
  'application/json': '{"name":"tea"}',
  'application/octet-stream': 'tea',
};

/** The schema of a form or of multipart with contents for its files; a media type instead, where a file needs one that is not written. */
export function fieldsSchema({ of }: PromisedOperation, media: JsonObject): FieldsSchema | string {
  const { properties, required } = of.schemas.view(media['schema']);
  const files: Record<string, string> = {};
  const members: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { keywords, types } = of.schemas.view(schema);
    const isList = types.includes('array');
    const isFile = isBinary(isList ? of.schemas.view(keywords['items']).keywords : keywords);
    // A list without items is not there.
    const least = Math.max(required.has(name) ? 1 : 0, numberAt(keywords['minItems']) ?? 0);
    if (!isFile)
      members[name] = isList && least > 0 ? { allOf: [schema ?? true, { minItems: least }] } : (schema ?? true);
    else {
      const listed = fileTypes(media, name);
      const type = listed.find((one) => contents[one] !== undefined);
      if (type === undefined && required.has(name)) return listed[0]!;
      if (type === undefined) continue;
      files[name] = type;
      const content = { const: contents[type]! };
      const most = numberAt(keywords['maxItems']);
      members[name] = isList
        ? { type: 'array', items: content, minItems: Math.max(1, least), ...(most !== null && { maxItems: most }) }
        : content;
    }
  }
  return { schema: { type: 'object', properties: members, required: [...required] }, files };
}

const isBinary = (keywords: JsonObject) =>
  textAt(keywords['format']) === 'binary' ||
  (keywords['contentMediaType'] !== undefined && keywords['contentEncoding'] === undefined);

/** The media types of a file, as `encoding` lists them (OpenAPI 3.1, section 4.8.15.1). */
function fileTypes(media: JsonObject, name: string): readonly string[] {
  const written = textAt(objectAt(objectAt(media['encoding'])[name])['contentType']) ?? 'application/octet-stream';
  return written
    .split(',')
    .map((one) => (one.trim() === '*/*' ? 'application/octet-stream' : one.trim().toLowerCase()));
}

/** Whether a value can be written as named texts: no member is null, an object, or a list of them. */
export function fitsFields(value: Json): boolean {
  const isText = (one: Json) => one !== null && typeof one !== 'object';
  return (
    isObject(value) &&
    Object.values(value).every((member) =>
      Array.isArray(member) ? member.length > 0 && listAt(member).every(isText) : isText(member ?? null),
    )
  );
}
