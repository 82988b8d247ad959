import type { Readable } from 'node:stream';

/** A file of a multipart body, in a temporary folder until the answer is sent. */
export interface UploadedFile {
  /** The client's name for it without folders and control characters: safe in a path, but chosen by the client. */
  readonly name: string;
  /** By the content, not by what the client says. */
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Where it is now. */
  readonly path: string;
  /** Reads it from the start. */
  stream(): Readable;
  /** Reads the whole of it into memory. */
  bytes(): Promise<Buffer>;
  /** Keeps it, in place of what is at `path`. Its mode is 0600. */
  moveTo(path: string): Promise<void>;
}

/** A file that is handed over while it arrives. The stream fails when the file is too large or the client breaks off. */
export type StreamedFile = Pick<UploadedFile, 'name' | 'mediaType' | 'stream'>;

/** What a file of a `multipart` body may be. */
export interface FileOptions {
  /** Those that the content may have; `image/*` stands for all of its kind. Any by default. */
  readonly mediaTypes?: readonly string[];
  /** Of one file; 10 MiB by default. */
  readonly maxBytes?: number;
  /** How many; 1 by default. With more, the handler gets a list. */
  readonly max?: number;
  readonly optional?: boolean;
  /** Hands the file over while it arrives, so it is the last part of the body, and a single one. */
  readonly stream?: boolean;
}

/** A file that a multipart body may have. */
export interface FileField<O extends FileOptions = FileOptions> {
  readonly mediaTypes: readonly string[] | null;
  readonly maxBytes: number;
  readonly max: number;
  readonly optional: boolean;
  readonly stream: boolean;
  readonly options: O;
}

type One<O> = O extends { readonly stream: true } ? StreamedFile : UploadedFile;
type ValueOf<O> = O extends { readonly max: infer Max }
  ? Max extends 1
    ? Single<O>
    : readonly UploadedFile[]
  : Single<O>;
type Single<O> = O extends { readonly optional: true } ? One<O> | undefined : One<O>;

export type FilesOf<Files> = {
  readonly [Name in keyof Files]: Files[Name] extends FileField<infer O> ? ValueOf<O> : never;
};

const tenMebibytes = 10 * 1024 * 1024;

/** One file of a `multipart` body, or several with `max`. */
export function file<const O extends FileOptions = {}>(options: O = {} as O): FileField<O> {
  const {
    mediaTypes = null,
    maxBytes = tenMebibytes,
    max = 1,
    optional = false,
    stream = false,
  } = options as FileOptions;
  for (const [name, size] of Object.entries({ maxBytes, max }))
    if (!(Number.isSafeInteger(size) && size > 0))
      throw new TypeError(`file(): ${name} is ${String(size)}. Write a positive integer.`);
  if (mediaTypes?.some((type) => !/^[\w.+-]+\/(?:[\w.+-]+|\*)$/.test(type)))
    throw new TypeError(
      `file(): mediaTypes has ${mediaTypes.join(', ')}. Write types such as 'image/png' or 'image/*'.`,
    );
  if (stream && max > 1) throw new TypeError('file(): a streamed file is a single one. Leave out max.');
  return Object.freeze({ mediaTypes, maxBytes, max, optional, stream, options });
}

/** A form has one streamed file at most, because it is the last part. */
export function requireFiles(files: Readonly<Record<string, FileField>>): void {
  const wrong = Object.entries(files).find(([, one]) => typeof one?.maxBytes !== 'number');
  if (wrong)
    throw new TypeError(`multipart(): files.${wrong[0]} is not a file. Write file({ mediaTypes, maxBytes, max }).`);
  const streamed = Object.keys(files).filter((name) => files[name]!.stream);
  if (streamed.length > 1)
    throw new TypeError(`multipart(): ${streamed.join(' and ')} are streamed. Only the last part of a form can be.`);
}
