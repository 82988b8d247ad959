import { setTimeout as wait } from 'node:timers/promises';
import { ApiDoc, Controller, events, Get, HttpError, inject, type Input, Post, type ServerEvent } from 'svckit';
import { setLocation } from '../created.js';
import type { JobQueue, JobStatus } from './job-queue.js';
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
    return this.#find(id);
  }

  @ApiDoc({
    summary: 'Watch a thumbnail job',
    description:
      'An event for each state, named by its id, from the current one to the final one, after which the stream ends.',
  })
  @Get('thumbnails/:id/events', routes.watch)
  async watch({ params: { id }, lastEventId }: Input<typeof routes.watch>) {
    const job = await this.#find(id);
    if (isFinal(job) && lastEventId === job.state) return new Response(null, { status: 204 });
    return events((signal) => watchJob(this.#queue, job, signal));
  }

  async #find(id: string) {
    const job = await this.#queue.find(id);
    if (job === null)
      throw new HttpError(404, 'Unknown job. Either it never existed, or it finished longer ago than jobs are kept.');
    return job;
  }
}

/** How often the queue is asked, in milliseconds. */
const lookEveryMs = 250;

const isFinal = ({ state }: Pick<JobStatus<unknown>, 'state'>) => state === 'completed' || state === 'failed';

/** The states of a job from `first` to its final one, each once; ends early when the job is kept no longer or nobody listens. */
async function* watchJob<Result>(
  queue: Pick<JobQueue<unknown, Result>, 'find'>,
  first: JobStatus<Result>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent<JobStatus<Result>>> {
  let shown: string | null = null;
  for (let job: JobStatus<Result> | null = first; job !== null; job = await queue.find(job.id)) {
    if (job.state !== shown) yield { id: job.state, data: job };
    if (isFinal(job)) return;
    shown = job.state;
    await wait(lookEveryMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}
