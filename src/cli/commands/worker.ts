import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { waitForStop } from '../serve/wait-for-stop.js';
import { type ConfigOption, configFileOf, declareConfig } from '../service-commands/config-option.js';
import { openSettings } from '../service-commands/open-settings.js';
import { orFail } from '../service-commands/or-fail.js';
import { workerSummary } from '../service-commands/worker-summary.js';
import { coloursFor } from '../terminal/colours.js';

interface WorkerOptions extends ConfigOption {
  readonly concurrency?: string;
}

export const workerCommand = defineCommand<WorkerOptions>({
  declare: (command) => {
    declareConfig(command).option(
      '--concurrency <number>',
      'jobs to work at a time, 1 to 64; JOBS_CONCURRENCY or 2 by default',
    );
  },
  examples: [
    { line: 'svc worker', meaning: 'work the jobs of the database that svc serve has here' },
    {
      line: 'REDIS_URL=redis://127.0.0.1:6379 svc worker',
      meaning: 'work the jobs in Redis, beside any number of others',
    },
    { line: 'svc worker --concurrency 8', meaning: 'eight at a time' },
  ],
  execute: async ({ io, options }) => {
    const env = { ...io.env, ...readConcurrency(options.concurrency) };
    const { settings } = await openSettings(options, { env, cwd: io.cwd });
    const { startWorker } = await import('../../../service/src/jobs/start-worker.js');
    const worker = await orFail(startWorker({ env, cwd: io.cwd, configFile: configFileOf(options, io) }), io);
    const stopped = waitForStop(io, () => worker.close());
    io.stdout.write(workerSummary(worker.parts, settings.JOBS_CONCURRENCY, coloursFor(io.stdout, io.env)));
    await stopped;
    return 0;
  },
});

/** A job of a worker is one image, and nobody else's images wait there: the number holds for both. */
function readConcurrency(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  const jobs = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (jobs < 1 || jobs > 64)
    throw usageError(`--concurrency ${JSON.stringify(text)} is not a number of jobs. Write 1 to 64.`);
  return { JOBS_CONCURRENCY: text, IMAGES_CONCURRENCY: text };
}
