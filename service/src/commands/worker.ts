import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandEnvironment, PartDescription } from 'svckit';
import { startWorker } from '../jobs/start-worker.js';
import {
  type ConfigOption,
  configFileOf,
  describeConfiguredCommand,
  openSettings,
  orFail,
  painter,
  refuseUsage,
  write,
} from './service-command.js';

interface WorkerOptions extends ConfigOption {
  readonly concurrency?: string;
  readonly heartbeat?: string;
}

const heartbeatMs = 10_000;

export function workerCommand(environment: CommandEnvironment): Command {
  return describeConfiguredCommand('worker', {
    summary: 'run jobs without serving',
    examples: [
      ['svc worker', 'run the jobs in the database that svc serve uses in this folder'],
      ['REDIS_URL=redis://127.0.0.1:6379 svc worker', 'run the jobs in Redis, beside any number of other workers'],
      ['svc worker --concurrency 8', 'eight jobs at a time'],
    ],
  })
    .option('--concurrency <number>', 'jobs at a time, 1 to 64; JOBS_CONCURRENCY or 2 by default')
    .option('--heartbeat <file>', 'touch this file every 10 seconds, for a probe that restarts a worker that hangs')
    .action(async (options: WorkerOptions, command: Command) => {
      const { cwd, untilStopped } = environment;
      const env = { ...environment.env, ...readConcurrency(options.concurrency, command) };
      const { settings } = await openSettings(command, options, { env, cwd });
      const endHeartbeat =
        options.heartbeat === undefined ? null : await beat(resolve(cwd, options.heartbeat), command);
      const starting = startWorker({ env, cwd, configFile: configFileOf(options, { cwd }) });
      const worker = await orFail(command, starting, environment);
      const stopped = untilStopped(() => worker.close().finally(endHeartbeat));
      write(command, summarise(worker.parts, settings.JOBS_CONCURRENCY, command));
      await stopped;
    });
}

/** Touches a file until the returned function is called; reports one that cannot be written. */
async function beat(file: string, command: Command): Promise<() => void> {
  const touch = () => writeFile(file, '');
  await touch().catch((error: Error) => refuseUsage(command, `--heartbeat: ${error.message}`));
  const timer = setInterval(() => void touch().catch(() => {}), heartbeatMs).unref();
  return () => clearInterval(timer);
}

/** A worker's job is one image, and no other images wait there: the number applies to both. */
function readConcurrency(text: string | undefined, command: Command): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  const jobs = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (jobs < 1 || jobs > 64)
    refuseUsage(command, `--concurrency ${JSON.stringify(text)} is not a number of jobs. Write 1 to 64.`);
  return { JOBS_CONCURRENCY: text, IMAGES_CONCURRENCY: text };
}

function summarise(parts: readonly PartDescription[], concurrency: number, command: Command): string {
  const paint = painter(command);
  const rows = [
    ...parts.map(({ part, kind, detail }) => [part, `${kind}: ${detail}`] as const),
    ['at a time', String(concurrency)] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(width))}  ${value}\n`);
  return `${paint('bold', 'The worker')} is ready.\n${lines.join('')}`;
}
