/** Bytes that cannot be taken as an image; the message says why. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}
