import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './report/table.js';
import { type Context, type Outcome, type Scale, type Scenario, Skipped } from './scenario.js';

/** What the suite gets from its process. */
export interface Surroundings {
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  bundle(path: string): Promise<string>;
  /** Aborts when the suite should stop. */
  readonly interrupted: AbortSignal;
}

interface Run extends Surroundings {
  readonly scale: Scale;
  readonly seed: number;
  progress(done: number, total: number): void;
}

/** Seconds after which a scenario that has not ended counts as failed. */
const limits: Readonly<Record<Scale, number>> = { short: 90, long: 3_600 };

/** Runs a scenario in a folder of its own, and ends everything that it started. */
export async function runScenario(scenario: Scenario, run: Run): Promise<Row> {
  const { name } = scenario;
  const start = performance.now();
  const folder = await mkdtemp(join(tmpdir(), `svc-attack-${name}-`));
  const endings: (() => unknown)[] = [];
  let reached = '';
  const progress: Context['progress'] = (done, total) => {
    reached = ` It was at ${done} of ${total}.`;
    run.progress(done, total);
  };
  const context: Context = { ...run, folder, progress, onEnd: (action) => void endings.push(action) };
  const seconds = () => (performance.now() - start) / 1_000;
  const ended = deadline(limits[run.scale], run.interrupted);
  try {
    const outcome = await Promise.race([scenario.run(context), ended.promise]);
    const broken = [...outcome.broken, ...memoryProblems(outcome)];
    return { name, seconds: seconds(), verdict: broken.length === 0 ? 'held' : 'failed', ...outcome, broken };
  } catch (error) {
    if (error instanceof Skipped)
      return { name, seconds: seconds(), verdict: 'skipped', note: error.message, broken: [] };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, seconds: seconds(), verdict: 'failed', note: 'did not finish', broken: [`${message}${reached}`] };
  } finally {
    ended.clear();
    for (const end of endings.toReversed()) await Promise.resolve(end()).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

/** Megabytes that no process of the service may exceed, whatever clients do. */
const mostMegabytes = 512;

function memoryProblems({ figures: { peakMegabytes } }: Outcome): readonly string[] {
  if (peakMegabytes === null || peakMegabytes <= mostMegabytes) return [];
  return [`a process held ${Math.round(peakMegabytes)} MB; the limit is ${mostMegabytes} MB`];
}

/** Rejects after some seconds, or when the suite should stop. */
function deadline(seconds: number, interrupted: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${seconds} s.`)), seconds * 1_000);
    onAbort = () => reject(new Error('It was interrupted.'));
    interrupted.addEventListener('abort', onAbort);
  });
  promise.catch(() => {});
  const clear = () => {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', onAbort);
  };
  return { promise, clear };
}
