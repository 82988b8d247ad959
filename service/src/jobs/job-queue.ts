export type JobState = 'waiting' | 'active' | 'completed' | 'failed';

export interface JobStatus<Result> {
  readonly id: string;
  readonly state: JobState;
  readonly result: Result | null;
  readonly failedReason: string | null;
}

/** Runs one job; a throw is a failed attempt, and the job's status shows the message of the last one. */
export type Work<Payload, Result> = (payload: Payload) => Promise<Result>;

export interface JobWorker {
  /** Takes no more jobs and resolves when the running ones are done. */
  stop(): Promise<void>;
}

/** A durable queue of JSON jobs; every implementation passes `describeJobQueue`. */
export interface JobQueue<Payload, Result> {
  readonly name: string;
  enqueue(payload: Payload): Promise<JobStatus<Result>>;
  find(id: string): Promise<JobStatus<Result> | null>;
  /** Starts processing jobs; a job whose worker dies starts again when its lease ends, and finishes once. */
  startWorker(work: Work<Payload, Result>): JobWorker;
  /** Rejects when the queue does not respond. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface JobPolicy {
  /** Jobs that one worker runs at a time. */
  readonly concurrency: number;
  /** How often a job is started before it fails for good. */
  readonly attempts: number;
  /** The wait after the first failed attempt; doubles with each further one. */
  readonly backoffMs: number;
  /** How long an unresponsive worker keeps its job. */
  readonly leaseMs: number;
  /** How long a finished job can be read. */
  readonly keepMs: number;
  /** How often an idle worker looks for jobs of other processes. */
  readonly pollMs: number;
}
