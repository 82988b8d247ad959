import type { BusboyFileStream } from '@fastify/busboy';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FormOf } from '../../routing/declare/bodies.js';
import type { FileField } from '../../routing/declare/files.js';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import { HttpError } from '../../routing/table/http-error.js';
import { joinWords } from '../../text/join-words.js';
import { dropRest } from '../request/read-body.js';
import { notUtf8 } from './body-reader.js';
import { isOneOf } from './media-type.js';
import { multipartParser, type TakesParts } from './multipart-parser.js';
import { safeName } from './safe-name.js';
import { mediaTypeOf } from './sniff.js';
import { StoredFile } from './stored-file.js';
import { handOver } from './streamed-file.js';
import type { Upload } from './upload.js';
import { writeUpload } from './write-upload.js';

/** A file as it begins. */
interface FilePart {
  readonly name: string;
  readonly field: FileField;
  /** Among the files of this name. */
  readonly position: number;
  /** Among all parts. */
  readonly order: number;
  readonly stream: BusboyFileStream;
  readonly fileName: string | undefined;
  /** What the client says. */
  readonly mediaType: string;
}

/**
 * Reads a multipart body into an upload: until its end, or until its streamed file begins. Resolves to a hash of what it brought when
 * `isHashed`. Rejects with 413 as soon as a limit is passed, and goes on to drop what the client still sends.
 */
export function receiveUpload(
  req: IncomingMessage,
  form: FormOf<'multipart'>,
  upload: Upload,
  isHashed: boolean,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => new Receiver(req, form, upload, isHashed, resolve, reject).start());
}

class Receiver implements TakesParts {
  readonly #parser: ReturnType<typeof multipartParser>;
  /** A text for each part, in the order in which they came. */
  readonly #digests: string[] = [];
  readonly #writes: Promise<void>[] = [];
  readonly #counts = new Map<string, number>();
  #open: Readable | null = null;
  /** The name of the file that the handler reads. */
  #streamed: string | null = null;
  #total = 0;
  #isOver = false;

  constructor(
    readonly req: IncomingMessage,
    readonly form: FormOf<'multipart'>,
    readonly upload: Upload,
    readonly isHashed: boolean,
    readonly resolve: (digest: Buffer | null) => void,
    readonly reject: (error: unknown) => void,
  ) {
    this.#parser = multipartParser(req, form, this);
  }

  start(): void {
    const { req, form, upload } = this;
    const breakOff = () => this.refuse(new HttpError(400, 'The request broke off.'));
    req.on('data', (chunk: Buffer) => {
      this.#total += chunk.length;
      if (this.#total > form.maxBytes) this.#refuseSize();
    });
    req.once('error', breakOff);
    req.once('close', () => {
      if (!req.complete) breakOff();
    });
    upload.response.once('close', breakOff);
    if (Number(req.headers['content-length']) > form.maxBytes) this.#refuseSize();
    else req.pipe(this.#parser);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#writes);
    if (this.#isOver) return;
    this.#isOver = true;
    this.resolve(this.isHashed ? createHash('sha256').update(JSON.stringify(this.#digests)).digest() : null);
  }

  /** The streamed file, which the handler may have by now, fails with the same error. */
  refuse(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.req.unpipe(this.#parser);
    this.#open?.destroy(error as Error);
    this.#parser.destroy(error as Error);
    dropRest(this.req);
    this.reject(error);
  }

  #refuseSize(): void {
    this.refuse(tooLarge(`The body is larger than ${this.form.maxBytes} bytes.`));
  }

  takeField(name: string | undefined, stream: BusboyFileStream): void {
    stream.on('error', () => {});
    if (this.#isLate()) return;
    this.#open = stream;
    const isAskedFor = name !== undefined && !Object.hasOwn(this.form.files, name);
    if (!isAskedFor) stream.resume();
    if (name === undefined) return;
    if (!isAskedFor) return this.#report(name, 'Expected a file', 'file_expected');
    // The parser has put it in the place of bytes that are no character.
    if (name.includes('\ufffd')) this.upload.issues.push(notUtf8('The name', [name]));
    const position = this.#countOf(`field ${name}`);
    const order = this.#digests.push(name) - 1;
    this.#writes.push(this.#readField(name, position, order, stream).catch((error: unknown) => this.refuse(error)));
  }

  async #readField(name: string, position: number, order: number, stream: BusboyFileStream): Promise<void> {
    const { maxFieldBytes } = this.form;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxFieldBytes) throw tooLarge(`The field ${name} is larger than ${maxFieldBytes} bytes.`);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    if (!isUtf8(bytes)) this.upload.issues.push(notUtf8('The field', [name]));
    const value = bytes.toString();
    this.#digests[order] = JSON.stringify([name, value]);
    this.upload.addField(name, position, value);
  }

  #countOf(part: string): number {
    const count = this.#counts.get(part) ?? 0;
    this.#counts.set(part, count + 1);
    return count;
  }

  takeFile(name: string | undefined, stream: BusboyFileStream, fileName: string | undefined, mediaType: string): void {
    stream.on('error', () => {});
    if (this.#isLate()) return;
    this.#open = stream;
    const { files } = this.form;
    const field = name !== undefined && Object.hasOwn(files, name) ? files[name] : undefined;
    const position = this.#countOf(`file ${name ?? ''}`);
    if (name === undefined || field === undefined || position >= field.max) {
      stream.resume();
      if (field === undefined) return this.#report(name ?? '', 'Unknown file', 'file_unknown');
      const most = field.max === 1 ? 'one file' : `${field.max} files`;
      return this.#report(name!, `Expected at most ${most}`, 'too_many_files');
    }
    const order = this.#digests.push(name) - 1;
    const part = { name, field, position, order, stream, fileName, mediaType };
    const done = field.stream ? this.#hand(part) : this.#store(part);
    this.#writes.push(done.catch((error: unknown) => this.refuse(error)));
  }

  /** A part behind the streamed file: the handler runs already. */
  #isLate(): boolean {
    if (this.#streamed === null) return false;
    this.refuse(new HttpError(400, `The file ${this.#streamed} is streamed. Send it as the last part.`));
    return true;
  }

  async #store({ name, field, position, order, stream, fileName, mediaType }: FilePart): Promise<void> {
    const { upload } = this;
    const written = await upload.whileWriting(async () =>
      writeUpload(stream, await upload.newPath(), field.maxBytes, this.isHashed),
    );
    if (written === null) throw tooLarge(`The file ${name} is larger than ${field.maxBytes} bytes.`);
    // Browsers send an input without a file so.
    if (!fileName && written.size === 0) return;
    const type = await mediaTypeOf(written, mediaType, field.mediaTypes);
    this.#digests[order] = `${name} ${written.hash}`;
    this.#checkType(field, type, field.max > 1 ? [name, position] : [name], written.size === 0);
    upload.addFile(name, position, new StoredFile(safeName(fileName), type, written.size, written.path));
  }

  async #hand({ name, field, stream, fileName, mediaType }: FilePart): Promise<void> {
    this.#streamed = name;
    const stored = [...this.#writes];
    const rest = finished(this.#parser);
    rest.catch(() => {});
    const { start, content } = await handOver(stream, { name, maxBytes: field.maxBytes, rest });
    this.upload.response.once('close', () => content.destroy());
    await Promise.all(stored);
    const type = await mediaTypeOf({ start }, mediaType, field.mediaTypes);
    this.#checkType(field, type, [name], start.length === 0);
    this.upload.addFile(name, 0, { name: safeName(fileName), mediaType: type, stream: () => content });
    this.resolve(null);
  }

  #checkType({ mediaTypes }: FileField, type: string, path: SchemaIssue['path'], isEmpty: boolean): void {
    if (mediaTypes === null || isOneOf(type, mediaTypes)) return;
    const found = isEmpty ? 'the file is empty' : `the content is ${type}`;
    const message = `Expected ${joinWords(mediaTypes, 'or')}, and ${found}`;
    this.upload.issues.push({ path, message, code: 'invalid_media_type' });
  }

  #report(name: string, message: string, code: string): void {
    this.upload.issues.push({ path: [name], message, code });
  }
}

const tooLarge = (detail: string) => new HttpError(413, detail);
