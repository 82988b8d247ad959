export type FileStoreErrorCode = 'invalid-key' | 'conflict' | 'too-large' | 'unavailable';

/** A file operation that was refused; the code says whose fault it is, the message how to go on. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';

  constructor(
    readonly code: FileStoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
