import { isObject, type Json } from '../json/json.js';

export type RequestBody =
  | {
      readonly mediaType: string;
      readonly value: Json;
      /** The media types of the fields of a multipart body that are files. */
      readonly files?: Readonly<Record<string, string>>;
    }
  /** Sent as it is. */
  | { readonly mediaType: string; readonly text: string };

/** A field or a file of a multipart body. */
export interface BodyPart {
  readonly name: string;
  readonly text: string;
  /** null for a field. */
  readonly fileType: string | null;
}

/** Whether bodies of a media type can be written. Other binary ones have a form that nobody makes up. */
export function canWriteBody(mediaType: string): boolean {
  return (
    isJsonType(mediaType) ||
    isJsonLines(mediaType) ||
    isFieldsType(mediaType) ||
    /^(?:text\/|application\/octet-stream\b)/i.test(mediaType)
  );
}

/** `application/json`, `application/problem+json` */
export function isJsonType(mediaType: string): boolean {
  return /^[^/;]+\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(mediaType);
}

/** JSON values, one a line. */
export const isJsonLines = (mediaType: string) => /^application\/(?:x-ndjson|ndjson|jsonl)\b/i.test(mediaType);

/** `application/x-www-form-urlencoded` */
export const isFormType = (mediaType: string) => /^application\/x-www-form-urlencoded\b/i.test(mediaType);

const isMultipart = (mediaType: string) => /^multipart\/form-data\b/i.test(mediaType);

/** Bodies of named texts. */
export const isFieldsType = (mediaType: string) => isFormType(mediaType) || isMultipart(mediaType);

const boundary = 'svckit-verify';

/** The Content-Type of a body. */
export function contentTypeOf({ mediaType }: RequestBody): string {
  return isMultipart(mediaType) ? `${mediaType}; boundary=${boundary}` : mediaType;
}

/** The parts of a multipart body; null for any other. */
export function multipartParts(body: RequestBody): readonly BodyPart[] | null {
  if ('text' in body || !isMultipart(body.mediaType)) return null;
  const { files = {} } = body;
  return fieldsOf(body.value).map(([name, text]) => ({ name, text, fileType: files[name] ?? null }));
}

/** A body as text. The lines of multipart end as RFC 7578 asks. */
export function writeBody(body: RequestBody): string {
  if ('text' in body) return body.text;
  if (isJsonType(body.mediaType) || isJsonLines(body.mediaType)) return JSON.stringify(body.value);
  const parts = multipartParts(body);
  if (parts) return [...parts.map(writePart), `--${boundary}--\r\n`].join('');
  if (!isFormType(body.mediaType)) return typeof body.value === 'string' ? body.value : JSON.stringify(body.value);
  return new URLSearchParams(fieldsOf(body.value)).toString();
}

function writePart({ name, text, fileType }: BodyPart): string {
  const file = fileType === null ? '' : `; filename="${name}"\r\nContent-Type: ${fileType}`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
}

/** A list is the same name several times. */
function fieldsOf(value: Json): [name: string, text: string][] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) =>
    [member ?? null].flat().map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  );
}
