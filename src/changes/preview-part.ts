import type { Change } from './change.js';

/** A preview, as far as schemas are concerned. */
export interface PreviewPart {
  readonly [previewBrand]: true;
  readonly name: string;
  /** The older previews of the same schemas or operations, which it builds on. */
  readonly with: readonly string[];
  /** What answers and requests are without it; null where it only names routes, or is promoted. */
  readonly change: Change | null;
}

/** Marks what `preview()` returns. */
export const previewBrand: unique symbol = Symbol.for('svckit.preview');

export function isPreviewPart(value: unknown): value is PreviewPart {
  return typeof value === 'object' && value !== null && previewBrand in value;
}
