import type { BodyForm } from '../declare/bodies.js';
import type { RequestPart } from '../declare/request-parts.js';
import { ItemStream, mapItems } from '../declare/streams.js';
import type { RequestParts } from './operation.js';

/** Converts what a schema describes of a body: all of it, the fields of multipart, each item of NDJSON as it comes. */
export function withinBody(form: BodyForm | null, body: unknown, convert: (value: unknown) => unknown): unknown {
  if (form?.kind === 'ndjson') return mapItems(body as AsyncIterable<unknown>, convert);
  if (form?.kind !== 'multipart') return convert(body);
  const { fields, files } = body as { readonly fields: unknown; readonly files: unknown };
  return { fields: convert(fields), files };
}

/** What the schema of a part describes: all of it, or the fields of multipart. */
export const describedBy = (form: BodyForm | null, part: RequestPart, request: RequestParts): unknown =>
  part === 'body' && form?.kind === 'multipart' ? (request.body as { readonly fields: unknown }).fields : request[part];

/** Converts an answer, or each item of one that is a stream. */
export const withinAnswer = (answer: unknown, convert: (value: unknown) => unknown): unknown =>
  answer instanceof ItemStream ? answer.map(convert) : convert(answer);
