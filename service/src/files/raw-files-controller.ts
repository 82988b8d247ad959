import { randomUUID } from 'node:crypto';
import {
  ApiDoc,
  Controller,
  file,
  Get,
  HttpError,
  inject,
  type Input,
  multipart,
  Post,
  type RouteSchemas,
} from 'svckit';
import { z } from 'zod';
import { SETTINGS } from '../configuration/settings.js';
import { created, setLocation } from '../created.js';
import { Problem, unavailable } from '../problem-schemas.js';
import { FileHeaders, sendStored, storedFileResponses } from './file-answers.js';
import { fileKeyFault } from './file-key.js';
import { FILE_STORE } from './file-store-token.js';
import { FileQuery, UploadedFiles, UploadFields } from './files-schemas.js';
import { extensionOfType, mediaTypeOfKey } from './media-type-of-key.js';
import { noSuchFile } from './no-such-file.js';

const mebibyte = 1024 * 1024;
const uploadTypes = [
  'text/plain',
  'text/csv',
  'text/markdown',
  'application/json',
  'application/pdf',
  'image/avif',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const;

const download = {
  query: FileQuery,
  headers: FileHeaders,
  response: {
    ...storedFileResponses,
    200: {
      ...storedFileResponses[200],
      headers: { ...storedFileResponses[200].headers, 'Content-Disposition': z.string() },
    },
  },
} satisfies RouteSchemas;
const upload = {
  body: multipart({
    fields: UploadFields,
    files: { files: file({ mediaTypes: uploadTypes, maxBytes: 10 * mebibyte, max: 10 }) },
    maxBytes: 32 * mebibyte,
  }),
  response: {
    201: created(UploadedFiles),
    409: Problem,
    503: unavailable('The file store is temporarily unavailable. Nothing was kept.'),
  },
} satisfies RouteSchemas;

type UploadInput = Input<typeof upload>;

/** Files as they are, in both directions; FilesController reads and writes text. */
@ApiDoc({ tags: ['Files'] })
@Controller('files')
export class RawFilesController {
  readonly #files = inject(FILE_STORE);
  readonly #limit = inject(SETTINGS).FILES_MAX_BYTES;

  @ApiDoc({ summary: 'Download a file', description: 'Its bytes, whole or in parts, to be saved under its name.' })
  @Get('download', download)
  async download({ query: { key } }: Input<typeof download>) {
    const stored = await this.#files.download(key, this.#limit);
    if (stored === null) throw noSuchFile(key);
    return sendStored(stored, 'private, no-cache', { name: key.slice(key.lastIndexOf('/') + 1) });
  }

  @ApiDoc({
    summary: 'Upload files',
    description:
      'Keeps all files or none, each under a new key in the folder. Their content decides their types; a name that says another type gets the extension of its content.',
  })
  @Post('uploads', upload)
  async upload({ body: { fields, files }, req, res }: UploadInput) {
    const kept = files.files.map((one, index) => ({ one, key: this.#keyFor(one, fields.folder, index) }));
    const written: string[] = [];
    try {
      for (const { one, key } of kept) {
        written.push(key);
        await this.#files.write(key, await one.bytes());
      }
    } catch (error) {
      await Promise.allSettled(written.map((key) => this.#files.delete(key)));
      throw error;
    }
    setLocation({ req, res }, '..');
    return { files: kept.map(({ one, key }) => ({ key, bytes: one.size, type: mediaTypeOfKey(key) })) };
  }

  #keyFor({ name, mediaType, size }: UploadInput['body']['files']['files'][number], folder: string, index: number) {
    if (size > this.#limit) throw new HttpError(413, `The file ${name} is larger than ${this.#limit} bytes.`);
    const named = mediaTypeOfKey(name).split(';')[0] === mediaType ? name : `${name}.${extensionOfType(mediaType)}`;
    const key = `${folder}/${randomUUID()}/${named}`;
    const fault = fileKeyFault(key);
    if (fault === null) return key;
    const message = `The name ${JSON.stringify(named)} makes the key ${fault}`;
    const errors = [{ in: 'body', path: `files.${index}`, message, code: 'invalid-key' }];
    throw new HttpError(400, `${message}. Send the file under another name.`, { code: 'validation-failed', errors });
  }
}
