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

export const tooLarge = (key: string, size: number, limit: number): FileStoreError =>
  new FileStoreError(
    'too-large',
    `The file ${JSON.stringify(key)} has ${size} bytes, but at most ${limit} can be read here.`,
  );
