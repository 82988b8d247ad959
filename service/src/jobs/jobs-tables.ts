import type { JobState } from './job-queue.js';

/** The table of migration 0021; times are milliseconds since 1970. */
export interface JobsTables {
  jobs: {
    id: string;
    queue: string;
    /** JSON. */
    payload: string;
    state: JobState;
    /** How often a worker has begun it. */
    attempts: number;
    /** When a worker may take it: a waiting job's turn, an active job's end of lease. */
    due_at: number;
    /** The token of the worker that has it. */
    lease: string | null;
    /** JSON. */
    result: string | null;
    failed_reason: string | null;
    finished_at: number | null;
  };
}
