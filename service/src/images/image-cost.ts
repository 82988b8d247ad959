import type { ImageFit, ImageFormat } from './image-format.js';

/** Milliseconds of one processor that a million pixels take, at the most expensive quality. HEIC always is expensive: it blocks its process. */
const encoding: Readonly<Record<ImageFormat, number>> = { jpeg: 40, png: 100, webp: 90, avif: 420, heic: Infinity };

const decoding: Readonly<Record<string, number>> = { avif: 100, heic: Infinity };
const otherDecoding = 50;

/** A picture that takes longer is expensive, and cheap ones do not wait for it. */
const mostCheapMs = 30;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Wanted {
  readonly width: number;
  readonly height?: number | undefined;
  readonly fit: ImageFit;
  readonly format: ImageFormat;
}

/** Whether rendering a drawing takes long, known before it begins. */
export function isExpensiveToRender({ width, height, fit, format }: Wanted, drawing: Size): boolean {
  const own = fit === 'fill' ? drawing.height : (width * drawing.height) / drawing.width;
  return isExpensive(width * (height ?? own), encoding[format]);
}

/** Whether decoding an image takes long, by what it says of itself. */
export function isExpensiveToDecode({ width, height, format }: Size & { readonly format: string }): boolean {
  return isExpensive(width * height, decoding[format] ?? otherDecoding);
}

const isExpensive = (pixels: number, millisecondsPerMillion: number) =>
  (pixels / 1_000_000) * millisecondsPerMillion > mostCheapMs;
