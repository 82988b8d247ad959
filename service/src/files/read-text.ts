import { HttpError } from 'svckit';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file; 409 when its bytes are no UTF-8. */
export function readText(key: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpError(409, `The file ${JSON.stringify(key)} is not text. Read it through a presigned address.`, {
      code: 'not-text',
    });
  }
}
