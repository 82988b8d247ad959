export type FileStoreErrorCode = 'invalid-key' | 'conflict' | 'too-large' | 'unavailable';

/** A failed file operation; the code says whose fault it is, the message what to do. */
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
