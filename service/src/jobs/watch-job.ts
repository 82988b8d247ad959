import { setTimeout as wait } from 'node:timers/promises';
import type { ServerEvent } from 'svckit';
import type { JobQueue, JobStatus } from './job-queue.js';

/** How often the queue is asked, in milliseconds. */
const lookEveryMs = 250;

export const isFinal = ({ state }: Pick<JobStatus<unknown>, 'state'>) => state === 'completed' || state === 'failed';

/** The states of a job from `first` to its final one, each once; ends early when the job is kept no longer or nobody listens. */
export async function* watchJob<Result>(
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
