import { isObject, listAt, objectAt, sortedKeys, textAt, type Json, type JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { coversMediaType } from '../../openapi/operations/media-types.js';

/** A difference between the ways in which one part of a form may be written. */
export interface EncodingChange {
  readonly text: string;
  /** What could be written before can still be written. */
  readonly isWider: boolean;
  /** What can be written now could be written before. */
  readonly isNarrower: boolean;
}

/** A form on one side. */
export interface FormSide {
  readonly media: JsonObject;
  readonly document: OpenDocument;
}

/** A part of a form: by its name, by its position among parts that have none, or each of those that follow (OpenAPI 3.2). */
export type FormPart = { readonly name: string } | { readonly position: number } | 'rest';

/** The parts of a form whose encoding one of its sides declares. */
export function listFormParts(sides: readonly FormSide[]): readonly FormPart[] {
  const names = sides.flatMap(({ media }) => sortedKeys(objectAt(media['encoding'])));
  const positions = Math.max(0, ...sides.map(({ media }) => listAt(media['prefixEncoding']).length));
  return [
    ...[...new Set(names)].map((name) => ({ name })),
    ...Array.from({ length: positions }, (_, position) => ({ position })),
    ...(sides.some(({ media }) => media['itemEncoding'] !== undefined) ? ['rest' as const] : []),
  ];
}

/** Where a media type declares the encoding of a part. */
export function encodingTokens(part: FormPart): readonly string[] {
  if (part === 'rest') return ['itemEncoding'];
  return 'name' in part ? ['encoding', part.name] : ['prefixEncoding', String(part.position)];
}

function nameOf(part: FormPart): string {
  if (part === 'rest') return 'each other part';
  return 'name' in part ? `"${part.name}"` : `part ${part.position + 1}`;
}

/** Compares how a part of a form is written on both sides; a part that one side does not have has no encoding to compare. */
export function compareEncodings(part: FormPart, base: FormSide, revision: FormSide): readonly EncodingChange[] {
  const [from, to] = [readPart(part, base), readPart(part, revision)];
  if (!from || !to) return [];
  const name = nameOf(part);
  return [
    ...compareTypes(name, from.types, to.types),
    ...(from.style === to.style ? [] : [changed(`${name} changed its style from ${from.style} to ${to.style}`)]),
    ...sortedKeys(to.headers)
      .filter((header) => isRequired(revision, to.headers[header]) && !isRequired(base, from.headers[header]))
      .map((header) => ({ text: `${name} now needs the header ${header}`, isWider: false, isNarrower: true })),
    ...sortedKeys(from.headers)
      .filter((header) => isRequired(base, from.headers[header]) && !isRequired(revision, to.headers[header]))
      .map((header) => ({ text: `${name} no longer needs the header ${header}`, isWider: true, isNarrower: false })),
  ];
}

function compareTypes(name: string, from: readonly string[], to: readonly string[]): readonly EncodingChange[] {
  const isCovered = (types: readonly string[], others: readonly string[]) =>
    types.every((type) => others.some((other) => coversMediaType(other, type)));
  const [isWider, isNarrower] = [isCovered(from, to), isCovered(to, from)];
  if (isWider && isNarrower) return [];
  const text = `${name} is now written as ${to.join(' or ')} instead of ${from.join(' or ')}`;
  return [{ text, isWider, isNarrower }];
}

function changed(text: string): EncodingChange {
  return { text, isWider: false, isNarrower: false };
}

interface Part {
  readonly types: readonly string[];
  readonly style: string;
  readonly headers: JsonObject;
}

/** The schema and the declared encoding of a part; null for one that its form does not have. */
function findPart(part: FormPart, { media, document }: FormSide) {
  const whole = document.resolve(media['schema']);
  if (part !== 'rest' && 'name' in part) {
    const schema = objectAt(whole['properties'])[part.name];
    return schema === undefined ? null : { schema, encoding: objectAt(objectAt(media['encoding'])[part.name]) };
  }
  const rest = { schema: whole['items'] ?? media['itemSchema'], encoding: media['itemEncoding'] };
  const own =
    part === 'rest'
      ? {}
      : {
          schema: listAt(whole['prefixItems'])[part.position],
          encoding: listAt(media['prefixEncoding'])[part.position],
        };
  return { schema: own.schema ?? rest.schema, encoding: objectAt(own.encoding ?? rest.encoding) };
}

function readPart(part: FormPart, side: FormSide): Part | null {
  const found = findPart(part, side);
  if (found === null) return null;
  const { schema, encoding } = found;
  const [style, explode] = [textAt(encoding['style']), encoding['explode']];
  const isStyled = style !== null || explode !== undefined || encoding['allowReserved'] !== undefined;
  const reserved = encoding['allowReserved'] === true ? ' with reserved characters' : '';
  const exploded = (typeof explode === 'boolean' ? explode : (style ?? 'form') === 'form') ? ' exploded' : '';
  const types = textAt(encoding['contentType'])
    ?.split(',')
    .map((type) => type.trim());
  return {
    types: types ?? [defaultType(side.document, schema, 0)],
    style: isStyled ? `${style ?? 'form'}${exploded}${reserved}` : 'the default',
    headers: objectAt(encoding['headers']),
  };
}

/** What a part is without a `contentType`, by its schema (OpenAPI 3.1, section 4.8.15.1). */
function defaultType(document: OpenDocument, written: Json | undefined, depth: number): string {
  const schema = document.resolve(written);
  const types = [schema['type']].flat();
  if (schema['contentEncoding'] !== undefined || ['binary', 'byte', 'base64'].includes(String(schema['format'])))
    return 'application/octet-stream';
  if (types.includes('array') && depth < 10) return defaultType(document, schema['items'], depth + 1);
  if (types.includes('object') || isObject(schema['properties'])) return 'application/json';
  return schema['type'] === undefined ? 'application/octet-stream' : 'text/plain';
}

function isRequired({ document }: FormSide, header: Json | undefined): boolean {
  return header !== undefined && document.resolve(header)['required'] === true;
}
