import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairQueue, type Turn } from '../fair-shares/fair-queue.js';
import { isExpensiveToDecode, isExpensiveToRender } from './image-cost.js';
import { type ImageFit, type ImageFormat, mimeTypes } from './image-format.js';
import { type ImageOperations, ImageProcess, type Inspection } from './image-process.js';
import { NotAnImage } from './not-an-image.js';

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
  /** Cheap images processed at a time. Of expensive ones, at most one fewer than there are processors. */
  readonly concurrency: number;
  /** Images that may wait for the cheap ones, and as many for the expensive ones; more are rejected with `QueueFull`. */
  readonly queueLimit: number;
  /** The most pixels that an image to be described may have. */
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

/** Work that no client asked for. */
const ownTurn: Turn = { client: 'the service' };

const { svg } = sourcePicture;

/** Renders the source picture and describes uploaded images, a few at a time and in processes of their own. */
export class ImageEngine {
  readonly #cheap: Lane;
  readonly #expensive: Lane;
  readonly #pixelLimit: number;
  #digest: Promise<string> | undefined;

  constructor({ concurrency, queueLimit, pixelLimit }: ImageEngineOptions) {
    const processors = Math.max(1, availableParallelism() - 1);
    this.#pixelLimit = pixelLimit;
    this.#cheap = new Lane({ concurrency, queueLimit, priority: 5 });
    this.#expensive = new Lane({ concurrency: Math.min(concurrency, processors), queueLimit, priority: 19 });
  }

  onShutdown(): void {
    this.#cheap.end();
    this.#expensive.end();
  }

  /** Images that wait for those being processed. */
  get waiting(): number {
    return this.#cheap.waiting + this.#expensive.waiting;
  }

  /** Renders the source picture; rejects with the signal's reason when it aborts before the turn comes. */
  async render(options: RenderOptions, turn = ownTurn): Promise<RenderedImage> {
    const lane = isExpensiveToRender(options, sourcePicture) ? this.#expensive : this.#cheap;
    const { width, height, fit, format, quality } = options;
    const image = await lane.run('render', { svg, width, height, fit, format, quality }, turn);
    return Object.freeze({ ...image, format, mimeType: mimeTypes[format] });
  }

  /** A key of everything that a rendering depends on: equal keys mean equal pictures. */
  async fingerprint(options: RenderOptions): Promise<string> {
    const digest = await this.#readDigest();
    const { width, height, fit, format, quality } = options;
    return createHash('sha256')
      .update(JSON.stringify([digest, width, height ?? null, fit, format, quality ?? null]))
      .digest('base64url')
      .slice(0, 27);
  }

  /** Decodes an image completely and returns its size; throws `NotAnImage`, or the signal's reason as `render` does. */
  async describe(bytes: Uint8Array, turn = ownTurn): Promise<Inspection> {
    const beginning = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
    if (!signatures.some((signature) => signature.test(beginning)))
      throw new NotAnImage('It is not JPEG, PNG, WebP, GIF, TIFF, AVIF or HEIC.');
    const input = { bytes, pixelLimit: this.#pixelLimit };
    const image = await this.#cheap.run('inspect', input, turn);
    const lane = isExpensiveToDecode(image) ? this.#expensive : this.#cheap;
    await lane.run('decode', { ...input, ...image }, turn);
    return Object.freeze(image);
  }

  /** Read once, however often it is asked for, and again after a failure. */
  #readDigest(): Promise<string> {
    this.#digest ??= this.#cheap.run('fingerprint', { svg }, ownTurn).catch((error: unknown) => {
      this.#digest = undefined;
      throw error;
    });
    return this.#digest;
  }
}

interface LaneOptions {
  readonly concurrency: number;
  readonly queueLimit: number;
  readonly priority: number;
}

/** Images of one kind: those that wait, and the process of those that do not. */
class Lane {
  readonly #queue: FairQueue;
  readonly #process: ImageProcess;

  constructor({ concurrency, queueLimit, priority }: LaneOptions) {
    this.#queue = new FairQueue({ work: 'images', concurrency, limit: queueLimit });
    this.#process = new ImageProcess({ concurrency, priority, timeoutMs: 30_000, memoryBytes: 512 * 1_024 * 1_024 });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  run<Name extends keyof ImageOperations>(operation: Name, input: ImageOperations[Name]['input'], turn: Turn) {
    return this.#queue.run(() => this.#process.call(operation, input), turn);
  }

  end(): void {
    this.#process.onShutdown();
  }
}
