import { inject } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { SETTINGS } from '../configuration/settings.js';
import { ImageEngine, type RenderedImage, type RenderOptions } from '../images/image-engine.js';
import type { EnqueueRender, Thumbnail } from './jobs-schemas.js';
import { THUMBNAILS } from './thumbnails.js';

interface Renderer {
  render(options: RenderOptions): Promise<RenderedImage>;
}

/** Processes thumbnail jobs in the background while the app runs. */
export class ThumbnailWorker {
  readonly #queue = inject(THUMBNAILS);
  readonly #renderer: Renderer = inject(ImageEngine);
  readonly #log = inject(LOGGER);

  onInit(): void {
    this.#queue.startWorker((job) => this.#work(job));
  }

  /** Waits for the running jobs. */
  onShutdown(): Promise<void> {
    return this.#queue.close();
  }

  /** The cause goes to the log only: it may name files and addresses that a job's status must not show. */
  async #work(job: EnqueueRender): Promise<Thumbnail> {
    try {
      return await renderThumbnail(this.#renderer, job);
    } catch (error) {
      this.#log.warn('A thumbnail could not be rendered', { ...job, error: String(error) });
      throw new Error('The thumbnail could not be rendered. The service log says why.', { cause: error });
    }
  }
}

/** Processes jobs beside requests, unless JOBS_WORKER is false. */
export class ServingThumbnailWorker extends ThumbnailWorker {
  readonly #settings = inject(SETTINGS);

  override onInit(): void {
    if (this.#settings.JOBS_WORKER) super.onInit();
  }
}

async function renderThumbnail(renderer: Renderer, { width, format }: EnqueueRender): Promise<Thumbnail> {
  const image = await renderer.render({ width, fit: 'inside', format });
  return {
    width: image.width,
    height: image.height,
    format: image.format,
    mimeType: image.mimeType,
    bytes: image.bytes.byteLength,
  };
}
