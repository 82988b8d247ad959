import { isObject, objectAt, sortedKeys, textAt, type Json, type JsonObject } from '../../json/json.js';
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

/** Compares how a part of a form is written on both sides; a part that one side does not have has no encoding to compare. */
export function compareEncodings(name: string, base: FormSide, revision: FormSide): readonly EncodingChange[] {
  const [from, to] = [readPart(name, base), readPart(name, revision)];
  if (!from || !to) return [];
  return [
    ...compareTypes(name, from.types, to.types),
    ...(from.style === to.style ? [] : [changed(`"${name}" changed its style from ${from.style} to ${to.style}`)]),
    ...sortedKeys(to.headers)
      .filter((header) => isRequired(revision, to.headers[header]) && !isRequired(base, from.headers[header]))
      .map((header) => ({ text: `"${name}" now needs the header ${header}`, isWider: false, isNarrower: true })),
    ...sortedKeys(from.headers)
      .filter((header) => isRequired(base, from.headers[header]) && !isRequired(revision, to.headers[header]))
      .map((header) => ({ text: `"${name}" no longer needs the header ${header}`, isWider: true, isNarrower: false })),
  ];
}

function compareTypes(name: string, from: readonly string[], to: readonly string[]): readonly EncodingChange[] {
  const isCovered = (types: readonly string[], others: readonly string[]) =>
    types.every((type) => others.some((other) => coversMediaType(other, type)));
  const [isWider, isNarrower] = [isCovered(from, to), isCovered(to, from)];
  if (isWider && isNarrower) return [];
  const text = `"${name}" is now written as ${to.join(' or ')} instead of ${from.join(' or ')}`;
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

function readPart(name: string, { media, document }: FormSide): Part | null {
  const schema = objectAt(document.resolve(media['schema'])['properties'])[name];
  if (schema === undefined) return null;
  const encoding = objectAt(objectAt(media['encoding'])[name]);
  const [style, explode] = [textAt(encoding['style']), encoding['explode']];
  const isStyled = style !== null || explode !== undefined || encoding['allowReserved'] !== undefined;
  const reserved = encoding['allowReserved'] === true ? ' with reserved characters' : '';
  const exploded = (typeof explode === 'boolean' ? explode : (style ?? 'form') === 'form') ? ' exploded' : '';
  const types = textAt(encoding['contentType'])
    ?.split(',')
    .map((type) => type.trim());
  return {
    types: types ?? [defaultType(document, schema, 0)],
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
