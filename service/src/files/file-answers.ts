import { sendFile, type SendFileOptions } from 'svckit';
import { z } from 'zod';
import { NotFound, Problem, unavailable } from '../problem-schemas.js';
import type { Download } from './file-store.js';

const asked = (description: string, example: string) =>
  z
    .string()
    .optional()
    .describe(description)
    .meta({ examples: [example] });

/** What a request for a file may say: which parts it wants, and what the client has (RFC 9110, sections 13.1 and 14.2). */
export const FileHeaders = z.object({
  range: asked('The parts to answer with; 206. What is no range of bytes is ignored.', 'bytes=0-1023'),
  'if-range': asked('The tag or date of the copy to continue; the whole file when it has changed.', '"3q2-7w"'),
  'if-none-match': asked('Entity tags that the client already has; 304 when one of them is current.', '"3q2-7w"'),
  'if-modified-since': asked('The date of the copy that the client has.', 'Sun, 01 Mar 2026 10:00:00 GMT'),
});

const entity = { ETag: z.string(), 'Cache-Control': z.string() };

/** The answers of a file of these media types. */
export function fileResponses(mediaTypes: readonly string[], headers: Readonly<Record<string, z.ZodType>> = {}) {
  const whole = { ...entity, 'Accept-Ranges': z.literal('bytes'), ...headers };
  return {
    200: { description: 'The file.', mediaTypes, headers: whole },
    206: {
      description: 'The parts that Range asks for.',
      mediaTypes: [...mediaTypes, 'multipart/byteranges'],
      headers: { ...whole, 'Content-Range': z.string().optional().describe('Of a single part.') },
    },
    304: { description: 'The client already has it.', headers: entity },
    412: { description: 'The file is not the one that If-Match names.', schema: Problem },
    416: { description: 'No part of the file is in the range.', schema: Problem },
  };
}

/** The answers of a file of the store. */
export const storedFileResponses = {
  ...fileResponses(['*/*'], { 'Last-Modified': z.string().optional() }),
  404: NotFound,
  409: Problem,
  503: unavailable('The file store is temporarily unavailable.'),
};

/** The writer of a file chose its type: in a sandbox none of its scripts run under this origin. */
export function sendStored({ content, ...known }: Download, cacheControl: string, options: SendFileOptions = {}) {
  const headers = { 'Content-Security-Policy': 'sandbox', 'Cache-Control': cacheControl };
  return sendFile(content, { ...known, ...options, headers });
}
