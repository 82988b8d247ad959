import { shareClass } from '../../report/share-class.js';
import { StreamedAnswer } from './streamed-answer.js';

/** How a file is sent. */
export interface SendFileOptions {
  /** The name under which a browser saves it (RFC 6266). */
  readonly name?: string;
  /** Whether a browser shows a file with a `name` instead of saving it; false by default. */
  readonly inline?: boolean;
  /** Its media type: by default the only one that the answer declares, otherwise `application/octet-stream`. */
  readonly type?: string;
  /** Whether parts of it may be asked for; true by default. */
  readonly range?: boolean;
  /** When bytes were changed last; that of a file is known. */
  readonly lastModified?: Date;
  /** Its entity tag, such as `'"v7"'` or `'W/"v7"'`: by default a hash of bytes, and the size and time of a file (RFC 9110, section 8.8.3). */
  readonly etag?: string;
  /** Headers of its answers, such as `Cache-Control`; not of 404, 412 and 416. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is a file, or bytes as one. */
export class FileAnswer extends StreamedAnswer {
  constructor(
    readonly content: string | Uint8Array,
    readonly options: SendFileOptions,
  ) {
    super();
  }
}
shareClass(FileAnswer, 'file-answer');

/**
 * Answers with a file, or with bytes: with ranges, conditions, ETag, Last-Modified and Content-Disposition. A missing file and what is no file
 * are 404. Never build the path from what a client sent.
 */
export function sendFile(pathOrBytes: string | Uint8Array, options: SendFileOptions = {}): FileAnswer {
  if (typeof pathOrBytes !== 'string' && !(pathOrBytes instanceof Uint8Array))
    throw new TypeError('sendFile() takes the path of a file, or bytes.');
  if (options.etag !== undefined && !/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(options.etag))
    throw new TypeError(`sendFile(): etag is ${options.etag}. Write it with its quotes, as in '"v7"' or 'W/"v7"'.`);
  return new FileAnswer(pathOrBytes, options);
}
