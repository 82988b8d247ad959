import type { HeicCodec } from './heic-codec.js';
import { NotAnImage } from './not-an-image.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ImageDescription extends Size {
  readonly format: string;
}

export interface DescribeOptions {
  readonly sharp: typeof import('sharp').default;
  readonly heic: HeicCodec;
  /** The maximum number of pixels of an image. */
  readonly pixelLimit: number;
}

/** First bytes of pixel formats; vector images and documents never reach a decoder that could load or run what they reference. */
const signatures = Object.freeze([
  /^\x89PNG\r\n\x1a\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF....WEBP/s,
  /^II\*\0/,
  /^MM\0\*/,
  /^....ftyp/s,
]);

/** Decodes an image completely and returns its size; throws `NotAnImage`. */
export async function describeImage(
  bytes: Uint8Array,
  { sharp, heic, pixelLimit }: DescribeOptions,
): Promise<ImageDescription> {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!signatures.some((signature) => signature.test(beginning)))
    throw new NotAnImage('It is not JPEG, PNG, WebP, GIF, TIFF, AVIF or HEIC.');
  const open = () => sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', pages: 1 });
  const metadata = await open().metadata().catch(asNotAnImage);
  const { width, height } = metadata;
  if (width * height > pixelLimit)
    throw new NotAnImage(`It has ${width} by ${height} pixels, more than the ${pixelLimit} allowed.`);
  const format = metadata.format !== 'heif' ? metadata.format : metadata.compression === 'hevc' ? 'heic' : 'avif';
  if (format !== 'heic') await open().resize(1, 1, { fit: 'fill' }).raw().toBuffer().catch(asNotAnImage);
  else if (!isSameSize(await heic.decode(bytes).catch(asNotAnImage), metadata))
    throw new NotAnImage('Its actual size differs from the declared one.');
  return Object.freeze({ width, height, format });
}

/** A rotation by 90 degrees is allowed: metadata may give the size before rotation. */
function isSameSize(one: Size, other: Size): boolean {
  return (
    (one.width === other.width && one.height === other.height) ||
    (one.width === other.height && one.height === other.width)
  );
}

function asNotAnImage(error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  throw new NotAnImage(`It cannot be decoded: ${reason.replace(/\.$/, '')}.`);
}
