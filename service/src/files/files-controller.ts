import { HttpError, ApiDoc, Controller, Delete, Get, inject, type Input, Put, type RouteSchemas } from 'svckit';
import { NotFound, Problem, unavailable } from '../problem-schemas.js';
import {
  DeletedFile,
  FileContent,
  FileList,
  FileListQuery,
  FileQuery,
  PresignedFile,
  PresignQuery,
  TEXT_LIMIT,
  WriteFile,
  WrittenFile,
} from './files-schemas.js';
import { FILE_STORE } from './file-store-token.js';
import { addressBlock } from '../../../src/text/address-block.js';
import { compileGlob } from './glob.js';
import { PatternWorker } from './pattern-worker.js';
import { streamListing } from './stream-listing.js';
import { noSuchFile } from './no-such-file.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file; 409 when its bytes are not UTF-8. */
function readText(key: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpError(409, `The file ${JSON.stringify(key)} is not text. Read it through a presigned address.`, {
      code: 'not-text',
    });
  }
}

const filesUnavailable = unavailable('The file store is temporarily unavailable.');
const list = { query: FileListQuery, response: { 200: FileList, 503: filesUnavailable } } satisfies RouteSchemas;
const read = {
  query: FileQuery,
  response: { 200: FileContent, 404: NotFound, 409: Problem, 503: filesUnavailable },
} satisfies RouteSchemas;
const write = {
  query: FileQuery,
  body: WriteFile,
  response: { 200: WrittenFile, 409: Problem, 503: filesUnavailable },
} satisfies RouteSchemas;
const remove = {
  query: FileQuery,
  response: { 200: DeletedFile, 404: NotFound, 503: filesUnavailable },
} satisfies RouteSchemas;
const presign = {
  query: PresignQuery,
  response: { 200: PresignedFile, 404: NotFound, 503: filesUnavailable },
} satisfies RouteSchemas;

@ApiDoc({ tags: ['Files'] })
@Controller('files')
export class FilesController {
  readonly #files = inject(FILE_STORE);
  readonly #patterns = inject(PatternWorker);

  @ApiDoc({ summary: 'List files', description: 'Keys by prefix and glob, streamed while they are read.' })
  @Get('', list)
  async list({ query: { prefix, glob }, address }: Input<typeof list>) {
    const filter = compileGlob(glob, this.#patterns, addressBlock(address));
    return streamListing(this.#files.root, this.#files.list(prefix), filter);
  }

  @ApiDoc({
    summary: 'Read a file',
    description:
      'Its text, size and media type. Read a file that is not text, or larger than 64 KiB, through a presigned address.',
  })
  @Get('object', read)
  async read({ query: { key } }: Input<typeof read>) {
    const file = await this.#files.read(key, TEXT_LIMIT);
    if (file === null) throw noSuchFile(key);
    return { key, size: file.size, type: file.type, content: readText(key, file.bytes) };
  }

  @ApiDoc({
    summary: 'Write a file',
    description: 'Creates or replaces the file atomically: a reader sees the old text or the new one.',
  })
  @Put('object', write)
  async write({ query: { key }, body: { content } }: Input<typeof write>) {
    const bytes = Buffer.from(content);
    await this.#files.write(key, bytes);
    return { key, bytes: bytes.byteLength };
  }

  @ApiDoc({ summary: 'Delete a file', description: 'Deletes it permanently.' })
  @Delete('object', remove)
  async remove({ query: { key } }: Input<typeof remove>) {
    if (!(await this.#files.delete(key))) throw noSuchFile(key);
    return { deleted: true as const };
  }

  @ApiDoc({
    summary: 'Presign an address',
    description:
      'An address that allows reading (GET) or replacing (PUT) one file without other credentials, until it expires.',
  })
  @Get('presign', presign)
  async presign({ query: { key, method, expiresIn } }: Input<typeof presign>) {
    if (method === 'GET' && !(await this.#files.has(key))) throw noSuchFile(key);
    const { url, expiresAt } = await this.#files.presign(method, key, expiresIn);
    return { url, expiresAt: expiresAt.toISOString() };
  }
}
