import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { FormOf } from '../../routing/declare/bodies.js';
import { HttpError } from '../../routing/table/http-error.js';

/** Of the header fields of one part. */
const headerLimits = { headerSize: 16 * 1024, headerPairs: 100 };

/** Takes the parts of a multipart body as they begin. */
export interface TakesParts {
  takeField(name: string | undefined, stream: BusboyFileStream): void;
  /** `mediaType` is what the client says. */
  takeFile(name: string | undefined, stream: BusboyFileStream, fileName: string | undefined, mediaType: string): void;
  /** Every part has ended. */
  finish(): void;
  refuse(error: unknown): void;
}

/** Throws a 400 for a body without a boundary. */
export function multipartParser(req: IncomingMessage, { maxParts }: FormOf<'multipart'>, taker: TakesParts) {
  const parser = parserOf(req, maxParts);
  parser.on('partsLimit', () => taker.refuse(new HttpError(413, `The body has more than ${maxParts} parts.`)));
  parser.on('error', (error) => taker.refuse(new HttpError(400, `Malformed multipart body: ${messageOf(error)}.`)));
  parser.on('file', (name, stream, fileName, _encoding, mediaType) =>
    isFile(mediaType, fileName) ? taker.takeFile(name, stream, fileName, mediaType) : taker.takeField(name, stream),
  );
  parser.on('finish', () => taker.finish());
  return parser;
}

/** As browsers send files, and programs that have no name for one. */
const isFile = (mediaType: string, fileName: string | undefined) =>
  fileName !== undefined || mediaType === 'application/octet-stream';

const messageOf = (error: unknown) => (error as Error).message.replace(/\.$/, '');

function parserOf(req: IncomingMessage, maxParts: number) {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type']! },
      limits: { parts: maxParts, ...headerLimits },
      preservePath: true,
      // The parser would read a field in the charset that its part names, and put characters in the place of what it cannot read.
      isPartAFile: () => true,
    });
  } catch {
    throw new HttpError(400, 'The Content-Type of the multipart body has no boundary.');
  }
}
