import type { ServerResponse } from 'node:http';
import { HttpError, ApiDoc, Controller, Get, inject, type Input, Post, type RouteSchemas, sendFile } from 'svckit';
import { z } from 'zod';
import { addressBlock } from '../../../src/text/address-block.js';
import type { Turn } from '../fair-shares/fair-queue.js';
import { FileHeaders, fileResponses } from '../files/file-answers.js';
import { unavailable } from '../problem-schemas.js';
import { decodeBase64 } from './decode-base64.js';
import { ImageEngine, type RenderedImage } from './image-engine.js';
import { mimeTypes } from './image-format.js';
import { ConditionalHeaders, ImageDescription, ImageMetadata, ImageQuery, InlineImage } from './images-schemas.js';

/** True when an If-None-Match field names the tag or anything at all; compared weakly (RFC 9110, section 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag);
}

/** Whose share of the image work it is, given up when the client disconnects before its response. */
function turnOf({ address, res }: Pick<Input, 'address' | 'res'>): Turn {
  return { client: addressBlock(address), signal: signalOf(res) };
}

function signalOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    // An HttpError, because the client is gone and nothing failed here that belongs in the log.
    if (!res.writableFinished) controller.abort(new HttpError(400, 'The client disconnected before its turn.'));
  };
  if (res.destroyed) leave();
  else res.once('close', leave);
  return controller.signal;
}

const entityHeaders = { ETag: z.string(), 'Cache-Control': z.string() };
const dimensions = z.string().describe('Width and height in pixels, as 64x48.');
const imageHeaders = { ...entityHeaders, 'X-Dimensions': dimensions };
const unchanged = { description: 'The client already has it.', headers: entityHeaders };
const busy = unavailable('Too many images are waiting.');
const question = { query: ImageQuery, headers: ConditionalHeaders };

const describe = { body: InlineImage, response: { 201: ImageDescription, 503: busy } } satisfies RouteSchemas;
const metadata = {
  ...question,
  response: { 200: { schema: ImageMetadata, headers: imageHeaders }, 304: unchanged, 503: busy },
} satisfies RouteSchemas;
const render = {
  query: ImageQuery,
  headers: FileHeaders,
  response: {
    ...fileResponses(Object.values(mimeTypes), { 'X-Dimensions': dimensions, 'Content-Disposition': z.string() }),
    503: busy,
  },
} satisfies RouteSchemas;

interface EntityHeaders {
  readonly etag: string;
  readonly 'cache-control': string;
  readonly 'x-dimensions': string;
}

@ApiDoc({ tags: ['Images'] })
@Controller('images')
export class ImagesController {
  readonly #engine = inject(ImageEngine);

  @ApiDoc({
    summary: 'Describe an image',
    description: 'Decodes a JPEG, PNG, WebP, GIF, TIFF, AVIF or HEIC image and returns its size in pixels.',
  })
  @Post('describe', describe)
  describe(input: Input<typeof describe>) {
    return this.#engine.describe(decodeBase64(input.body.base64), turnOf(input));
  }

  @ApiDoc({
    summary: 'Describe a rendering',
    description:
      'The size and type of the image that render returns for the same parameters. The source is a sun over hills, 1024 by 768.',
  })
  @Get('metadata', metadata)
  metadata(input: Input<typeof metadata>) {
    return this.#answer(input, 'metadata', ({ bytes, ...image }, headers) =>
      Response.json({ ...image, bytes: bytes.byteLength }, { headers: { ...headers } }),
    );
  }

  @ApiDoc({
    summary: 'Render the picture',
    description: 'A sun over hills, 1024 by 768, scaled and encoded as requested. HEIC is encoded with HEVC.',
  })
  @Get('render', render)
  render(input: Input<typeof render>) {
    return this.#answer(input, 'render', ({ bytes, mimeType, width, height }, { etag, ...headers }) =>
      sendFile(bytes, {
        type: mimeType,
        name: `sun-${width}x${height}.${input.query.format}`,
        inline: true,
        etag,
        headers,
      }),
    );
  }

  /** The parameters alone determine the answer, so a client that has it causes no rendering. */
  async #answer<Shown>(
    input: Input<typeof question>,
    view: string,
    show: (image: RenderedImage, headers: EntityHeaders) => Shown,
  ): Promise<Shown | Response> {
    const { query, headers } = input;
    const turn = turnOf(input);
    const entity = {
      etag: `"${await this.#engine.fingerprint(query)}-${view}"`,
      'cache-control': 'public, max-age=3600',
    };
    if (matchesEntityTag(headers['if-none-match'], entity.etag))
      return new Response(null, { status: 304, headers: entity });
    const image = await this.#engine.render(query, turn);
    return show(image, { ...entity, 'x-dimensions': `${image.width}x${image.height}` });
  }
}
