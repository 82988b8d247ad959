/** Bytes that are not an acceptable image; the message says why. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}
