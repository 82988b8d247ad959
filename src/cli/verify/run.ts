import type { Case } from '../../verify/case.js';
import type { Coverage } from '../../verify/coverage.js';
import type { AnswerFinding } from '../../verify/judge-answer.js';
import type { PromisedApi } from '../../verify/promised-api.js';
import type { Secrets } from '../../verify/redact.js';
import type { SeedLink } from '../../verify/seeds.js';
import type { WrittenRequest } from '../../verify/write-request.js';
import type { Pace } from './pace.js';
import type { Sender } from './send-request.js';

/** Everything that a run needs. */
export interface Run {
  readonly api: PromisedApi;
  readonly cases: readonly Case[];
  readonly links: readonly SeedLink[];
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  readonly sender: Sender;
  readonly pace: Pace;
  /** The date to judge by; null for that of each answer. */
  readonly asOf: Date | null;
  /** Requests at a time. */
  readonly connections: number;
  readonly signal: AbortSignal;
  readonly origin: string;
  readonly onProgress: (done: number, name: string) => void;
}

/** A finding with the request that shows it. */
export interface Sighting extends AnswerFinding {
  readonly operation: number;
  readonly request: WrittenRequest;
  /** What may have caused it: `2: A book has several authors`. */
  readonly changes?: readonly string[];
}

/** What a run saw. */
export interface RunOutcome {
  readonly sightings: readonly Sighting[];
  readonly coverage: Coverage;
  readonly requests: number;
  /** Cases that were not sent. */
  readonly left: number;
  /** Other notes for the reader. */
  readonly notes: readonly string[];
}
