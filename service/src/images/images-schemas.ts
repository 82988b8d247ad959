import { z } from 'zod';
import { isBase64 } from './decode-base64.js';
import { imageFits, imageFormats } from './image-format.js';

const pixels = z.coerce.number().int().min(1).max(1_024);

/** The parameters of metadata and render. */
export const ImageQuery = z.object({
  width: pixels.default(64).describe('Pixels.'),
  height: pixels
    .optional()
    .describe('Pixels; without it the image keeps its proportions (inside) or its own height (fill).')
    .meta({ examples: [48] }),
  fit: z
    .enum(imageFits)
    .default('inside')
    .describe('inside: as large as fits, in proportion; fill: stretched to width and height.'),
  format: z.enum(imageFormats).default('png').describe('The format of the file.'),
  quality: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('For PNG, the quality of its palette; HEIC ignores it.')
    .meta({ examples: [80] }),
});

export const ConditionalHeaders = z.object({
  'if-none-match': z
    .string()
    .optional()
    .describe('Entity tags that the client already has; 304 when one of them is current.')
    .meta({ examples: ['"3q2-7w"'] }),
});

export const InlineImage = z
  .object({
    base64: z
      .string()
      .min(1)
      .refine((text) => text === '' || isBase64(text), 'Not base64 (RFC 4648, section 4, padded, without line breaks)'),
  })
  .meta({
    id: 'InlineImage',
    examples: [
      { base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=' },
    ],
  });

export const ImageDescription = z
  .object({ width: z.int().min(1), height: z.int().min(1), format: z.string() })
  .meta({ id: 'ImageDescription', examples: [{ width: 1, height: 1, format: 'png' }] });

export const ImageMetadata = z
  .object({
    width: z.int().min(1),
    height: z.int().min(1),
    format: z.enum(imageFormats),
    mimeType: z.string(),
    bytes: z.int().min(1).describe('Size of the rendered file.'),
  })
  .meta({
    id: 'ImageMetadata',
    examples: [{ width: 64, height: 48, format: 'png', mimeType: 'image/png', bytes: 2_517 }],
  });
