import { ApiDoc, Controller, Get, inject, type Input, Post, type RouteSchemas } from 'svckit';
import { z } from 'zod';
import { unavailable } from '../problem-schemas.js';
import { clientSignal } from './client-signal.js';
import { decodeBase64 } from './decode-base64.js';
import { matchesEntityTag } from './entity-tag.js';
import { ImageEngine, type RenderedImage } from './image-engine.js';
import { mimeTypes } from './image-format.js';
import { ConditionalHeaders, ImageDescription, ImageMetadata, ImageQuery, InlineImage } from './images-schemas.js';
import { withImageProblems } from './with-image-problems.js';

const entityHeaders = { ETag: z.string(), 'Cache-Control': z.string() };
const imageHeaders = { ...entityHeaders, 'X-Dimensions': z.string().describe('Width and height in pixels, as 64x48.') };
const unchanged = { description: 'The client has it already.', headers: entityHeaders };
const busy = unavailable('Too many images are waiting.');
const question = { query: ImageQuery, headers: ConditionalHeaders };

const describe = { body: InlineImage, response: { 201: ImageDescription, 503: busy } } satisfies RouteSchemas;
const metadata = {
  ...question,
  response: { 200: { schema: ImageMetadata, headers: imageHeaders }, 304: unchanged, 503: busy },
} satisfies RouteSchemas;
const render = {
  ...question,
  response: {
    200: { description: 'The rendered file.', mediaTypes: Object.values(mimeTypes), headers: imageHeaders },
    304: unchanged,
    503: busy,
  },
} satisfies RouteSchemas;

@ApiDoc({ tags: ['Images'] })
@Controller('images')
export class ImagesController {
  readonly #engine = inject(ImageEngine);

  @ApiDoc({
    summary: 'Describe an image',
    description: 'Decodes a JPEG, PNG, WebP, GIF, TIFF, AVIF or HEIC image and tells its size in pixels.',
  })
  @Post('describe', describe)
  describe({ body: { base64 }, res }: Input<typeof describe>) {
    return withImageProblems(() => this.#engine.describe(decodeBase64(base64), clientSignal(res)));
  }

  @ApiDoc({
    summary: 'Describe a rendering',
    description:
      'Size and type of what render answers to the same parameters. The picture is a sun over hills, 1024 by 768.',
  })
  @Get('metadata', metadata)
  metadata(input: Input<typeof metadata>) {
    return this.#answer(input, 'metadata', ({ bytes, ...image }, headers) =>
      Response.json({ ...image, bytes: bytes.byteLength }, { headers }),
    );
  }

  @ApiDoc({
    summary: 'Render the picture',
    description:
      'A sun over hills, 1024 by 768, scaled and encoded as asked. HEIC is HEVC; every format is a real file of its own.',
  })
  @Get('render', render)
  render(input: Input<typeof render>) {
    return this.#answer(
      input,
      'render',
      ({ bytes, mimeType }, headers) =>
        new Response(bytes, {
          headers: { ...headers, 'content-type': mimeType, 'content-length': String(bytes.byteLength) },
        }),
    );
  }

  /** The parameters alone decide what an answer is, so a client that has it costs no rendering. */
  #answer(
    { query, headers, res }: Input<typeof question>,
    view: string,
    show: (image: RenderedImage, headers: Record<string, string>) => Response,
  ) {
    const signal = clientSignal(res);
    return withImageProblems(async () => {
      const entity = {
        etag: `"${await this.#engine.fingerprint(query)}-${view}"`,
        'cache-control': 'public, max-age=3600',
      };
      if (matchesEntityTag(headers['if-none-match'], entity.etag))
        return new Response(null, { status: 304, headers: entity });
      const image = await this.#engine.render(query, signal);
      return show(image, { ...entity, 'x-dimensions': `${image.width}x${image.height}` });
    });
  }
}
