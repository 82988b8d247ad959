/** How much a scenario does: `short` for every run of CI, `long` for the figures in docs/reliability.md. */
export type Scale = 'short' | 'long';

/** What every scenario measures. */
export interface Figures {
  /** Requests that were sent. */
  readonly requests: number;
  /** Acknowledged writes that are gone, and requests that a client without a fault of its own lost. */
  readonly lost: number;
  /** Writes that took effect twice. */
  readonly twice: number;
  /** Answers of 500 or more that the documents do not declare. */
  readonly undeclared: number;
  /** The most memory that a process of the service held; null where no process of its own ran. */
  readonly peakMegabytes: number | null;
  /** From the end of a fault to the first good answer, the slowest of all; null where there is no fault. */
  readonly recoverySeconds: number | null;
}

export interface Outcome {
  readonly figures: Figures;
  /** What was done, in a few words: `1,000 kills, 412 retried`. */
  readonly note: string;
  /** The promises that did not hold, each as a sentence. */
  readonly broken: readonly string[];
}

/** Why a scenario cannot run on this machine. */
export class Skipped extends Error {}

export interface Context {
  readonly seed: number;
  readonly scale: Scale;
  /** The root of the repository, with its trailing slash. */
  readonly repository: string;
  /** An empty folder, removed when the scenario ends. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Bundles a TypeScript program of this suite; resolves to its path. */
  bundle(path: string): Promise<string>;
  /** Shows how far the scenario is. */
  progress(done: number, total: number): void;
  /** Runs when the scenario ends, however it ends; the last one first. */
  onEnd(action: () => unknown): void;
}

export interface Scenario {
  readonly name: string;
  /** What it does, and what must hold. */
  readonly summary: string;
  /** Whether others that run at the same time would change what it finds. */
  readonly comparesTimes?: boolean;
  run(context: Context): Promise<Outcome>;
}
