import { ApiDoc, Controller, Get, HttpError, inject, type Input, Post } from 'svckit';
import { setLocation } from '../created.js';
import { THUMBNAILS } from './thumbnails.js';
import * as routes from './jobs-schemas.js';

@ApiDoc({ tags: ['Jobs'] })
@Controller('jobs')
export class JobsController {
  readonly #queue = inject(THUMBNAILS);

  @ApiDoc({
    summary: 'Render a thumbnail in the background',
    description: "Answers at once; read the job's status by its id.",
  })
  @Post('thumbnails', routes.enqueue)
  async enqueue({ body, req, res }: Input<typeof routes.enqueue>) {
    const { id, state } = await this.#queue.enqueue(body);
    setLocation({ req, res }, id);
    return { id, queue: this.#queue.name, state };
  }

  @ApiDoc({
    summary: 'Read the status of a thumbnail job',
    description: 'Finished jobs can be read for JOBS_KEEP_HOURS.',
  })
  @Get('thumbnails/:id', routes.status)
  async status({ params: { id } }: Input<typeof routes.status>) {
    const job = await this.#queue.find(id);
    if (job === null)
      throw new HttpError(404, 'Unknown job. Either it never existed, or it finished longer ago than jobs are kept.');
    return job;
  }
}
