import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { FairQueue, type Turn } from '../fair-shares/fair-queue.js';
import { describeImage, type ImageDescription } from './describe-image.js';
import { HeicCodec } from './heic-codec.js';
import { type ImageFit, type ImageFormat, mimeTypes } from './image-format.js';

/** The picture that every rendering shows: a sun over hills, 1024 by 768, drawn from shapes so that it needs no font and no file. */
const sourcePicture = Object.freeze({
  width: 1024,
  height: 768,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c3d74"/><stop offset="1" stop-color="#f6b26b"/></linearGradient>
    <radialGradient id="sun"><stop offset="0" stop-color="#fff6d5"/><stop offset="1" stop-color="#ffd24d"/></radialGradient>
  </defs>
  <rect width="1024" height="768" fill="url(#sky)"/>
  <circle cx="700" cy="330" r="120" fill="url(#sun)"/>
  <path d="M0 560 Q 200 380 430 540 T 1024 480 V768 H0 Z" fill="#2f6b4f"/>
  <path d="M0 660 Q 300 520 560 650 T 1024 620 V768 H0 Z" fill="#1d4a38"/>
</svg>`,
});

export interface RenderOptions {
  /** Pixels, 1 to 1024. */
  readonly width: number;
  /** Pixels, 1 to 1024; without it the picture keeps its proportions. */
  readonly height?: number | undefined;
  /** `inside` keeps the proportions within width and height, `fill` stretches. */
  readonly fit: ImageFit;
  readonly format: ImageFormat;
  /** 1 to 100; PNG takes it as the size of its palette, HEIC has no such setting. */
  readonly quality?: number | undefined;
}

export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
  readonly mimeType: string;
}

export interface ImageEngineOptions {
  /** Images processed at a time. */
  readonly concurrency: number;
  /** Images that may wait for those; more are rejected with `QueueFull`. */
  readonly queueLimit: number;
  /** The most pixels that an image to be described may have. */
  readonly pixelLimit: number;
}

/** Work that no client asked for. */
const ownTurn: Turn = { client: 'the service' };

/** Renders the source picture and describes uploaded images, a few at a time and off the event loop. */
export class ImageEngine {
  readonly #queue: FairQueue;
  readonly #heic = new HeicCodec({ timeoutMs: 20_000, memoryBytes: 512 * 1_024 * 1_024 });
  #source:
    | Promise<{ readonly sharp: typeof import('sharp').default; readonly pixels: Buffer; readonly digest: string }>
    | undefined;

  constructor(private readonly options: ImageEngineOptions) {
    this.#queue = new FairQueue({ work: 'images', concurrency: options.concurrency, limit: options.queueLimit });
  }

  /** Draws the source picture. */
  async onInit(): Promise<void> {
    await this.#prepare();
  }

  async onShutdown(): Promise<void> {
    await this.#heic.onShutdown();
  }

  /** Images that wait for those being processed. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Renders the source picture; rejects with the signal's reason when it aborts before the turn comes. */
  render(options: RenderOptions, turn = ownTurn): Promise<RenderedImage> {
    return this.#queue.run(async () => {
      const { sharp, pixels } = await this.#prepare();
      const { width, height } = sourcePicture;
      const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).resize({
        width: options.width,
        height: options.height,
        fit: options.fit,
      });
      const { data, info } = await this.#encode(picture, options);
      return Object.freeze({
        bytes: data,
        width: info.width,
        height: info.height,
        format: options.format,
        mimeType: mimeTypes[options.format],
      });
    }, turn);
  }

  /** A key of everything that a rendering depends on: equal keys mean equal pictures. */
  async fingerprint(options: RenderOptions): Promise<string> {
    const { digest } = await this.#prepare();
    const { width, height, fit, format, quality } = options;
    return createHash('sha256')
      .update(JSON.stringify([digest, width, height ?? null, fit, format, quality ?? null]))
      .digest('base64url')
      .slice(0, 27);
  }

  /** Decodes an image completely and returns its size; throws `NotAnImage`, or the signal's reason as `render` does. */
  describe(bytes: Uint8Array, turn = ownTurn): Promise<ImageDescription> {
    return this.#queue.run(async () => {
      const { sharp } = await this.#prepare();
      return describeImage(bytes, { sharp, heic: this.#heic, pixelLimit: this.options.pixelLimit });
    }, turn);
  }

  async #encode(
    picture: Sharp,
    { format, quality }: RenderOptions,
  ): Promise<{ data: Uint8Array; info: { width: number; height: number } }> {
    if (format !== 'heic') return encoders[format](picture, quality).toBuffer({ resolveWithObject: true });
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data: await this.#heic.encode(data, info.width, info.height), info };
  }

  #prepare() {
    this.#source ??= import('sharp').then(async ({ default: sharp }) => {
      // One thread per picture: with one for each core, an expensive picture takes every core from the cheap ones.
      sharp.concurrency(1);
      const pixels = await sharp(Buffer.from(sourcePicture.svg)).ensureAlpha().raw().toBuffer();
      const digest = createHash('sha256').update(pixels).update(JSON.stringify(sharp.versions)).digest('hex');
      return Object.freeze({ sharp, pixels, digest });
    });
    return this.#source;
  }
}

const encoders: Readonly<Record<Exclude<ImageFormat, 'heic'>, (picture: Sharp, quality: number | undefined) => Sharp>> =
  {
    jpeg: (picture, quality) => picture.jpeg({ quality }),
    png: (picture, quality) => picture.png({ quality }),
    webp: (picture, quality) => picture.webp({ quality }),
    avif: (picture, quality) => picture.avif({ quality, effort: 2 }),
  };
