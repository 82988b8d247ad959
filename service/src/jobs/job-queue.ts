export type JobState = 'waiting' | 'active' | 'completed' | 'failed';

export interface JobStatus<Result> {
  readonly id: string;
  readonly state: JobState;
  readonly result: Result | null;
  readonly failedReason: string | null;
}

/** Does one job; a throw is a failed attempt, whose message is what the job's status shows after the last one. */
export type Work<Payload, Result> = (payload: Payload) => Promise<Result>;

export interface JobWorker {
  /** Takes no more jobs and resolves when those at hand are done. */
  stop(): Promise<void>;
}

/** A durable queue of JSON jobs; every implementation passes `describeJobQueue`. */
export interface JobQueue<Payload, Result> {
  readonly name: string;
  enqueue(payload: Payload): Promise<JobStatus<Result>>;
  find(id: string): Promise<JobStatus<Result> | null>;
  /** Begins to work jobs; a job whose worker dies is begun again when its lease ends, and is finished once. */
  startWorker(work: Work<Payload, Result>): JobWorker;
  /** Rejects when the queue does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface JobPolicy {
  /** Jobs that one worker does at a time. */
  readonly concurrency: number;
  /** How often a job is begun before it has failed for good. */
  readonly attempts: number;
  /** Wait after the first failed attempt; doubles with each further one. */
  readonly backoffMs: number;
  /** How long a silent worker keeps its job. */
  readonly leaseMs: number;
  /** How long a finished job can be looked up. */
  readonly keepMs: number;
  /** How often an idle worker looks for jobs of other processes. */
  readonly pollMs: number;
}
