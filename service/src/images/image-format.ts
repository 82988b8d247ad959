/** The formats that images are rendered in, and the media type of each. */
export const mimeTypes = Object.freeze({
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  avif: 'image/avif',
} as const);

export type ImageFormat = keyof typeof mimeTypes;

export const imageFormats = Object.freeze([
  'jpeg',
  'png',
  'webp',
  'heic',
  'avif',
] as const satisfies readonly ImageFormat[]);

export const imageFits = Object.freeze(['fill', 'inside'] as const);

export type ImageFit = (typeof imageFits)[number];
