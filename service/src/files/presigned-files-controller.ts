import type { IncomingMessage } from 'node:http';
import { HttpError, ApiDoc, Controller, Get, inject, type Input, Put, type RouteSchemas } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';
import { Problem, unavailable } from '../problem-schemas.js';
import { PresignedQuery, WrittenFile } from './files-schemas.js';
import { FileHeaders, sendStored, storedFileResponses } from './file-answers.js';
import { FILE_STORE } from './file-store-token.js';
import { PresignedAddresses, type PresignedMethod } from './presigned-addresses.js';
import { noSuchFile } from './no-such-file.js';

/** The raw bytes of a request; 413 beyond the limit, 400 when the client disconnects. */
async function readUpload(req: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(req.headers['content-length']) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw new HttpError(400, 'The request ended before its body was complete.');
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

/** Closes the connection, so that the rest need not be read. */
function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The file is larger than ${limit} bytes.`, {}, { headers: { Connection: 'close' } });
}

const filesUnavailable = unavailable('The file store is temporarily unavailable.');
const read = {
  query: PresignedQuery,
  headers: FileHeaders,
  response: { ...storedFileResponses, 403: Problem },
} satisfies RouteSchemas;
const write = {
  query: PresignedQuery,
  response: { 200: WrittenFile, 403: Problem, 409: Problem, 413: Problem, 503: filesUnavailable },
} satisfies RouteSchemas;

@ApiDoc({ tags: ['Files'] })
@Controller('files/presigned')
export class PresignedFilesController {
  readonly #files = inject(FILE_STORE);
  readonly #addresses = inject(PresignedAddresses);
  readonly #limit = inject(SETTINGS).FILES_MAX_BYTES;

  @ApiDoc({
    summary: 'Read through a presigned address',
    description: 'The raw bytes. 403 when the address was changed, is for another method or has expired.',
  })
  @Get('', read)
  async read({ query }: Input<typeof read>) {
    this.#verify('GET', query);
    const stored = await this.#files.download(query.key, this.#limit);
    if (stored === null) throw noSuchFile(query.key);
    return sendStored(stored, 'private, no-store');
  }

  @ApiDoc({
    summary: 'Write through a presigned address',
    description:
      'Accepts the raw bytes of the body with any Content-Type. 403 when the address was changed, is for another method or has expired.',
    rawBody: { mediaTypes: ['*/*'], description: 'The bytes of the file.' },
  })
  @Put('', write)
  async write({ query, req }: Input<typeof write>) {
    this.#verify('PUT', query);
    const bytes = await readUpload(req, this.#limit);
    await this.#files.write(query.key, bytes);
    return { key: query.key, bytes: bytes.byteLength };
  }

  #verify(method: PresignedMethod, { key, signature, expires }: Input<typeof read>['query']): void {
    const verdict = this.#addresses.verify({ method, key, signature, expires });
    if (verdict === 'expired')
      throw new HttpError(403, 'The presigned address has expired. Request a new one.', { code: 'presigned-expired' });
    if (verdict === 'tampered') {
      throw new HttpError(403, `The signature does not match this method, key and expiry. Use the address unchanged.`, {
        code: 'presigned-tampered',
      });
    }
  }
}
