import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { LoadError } from '../../export/loader/load-error.js';
import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import type { Io } from '../io.js';
import { findService, type OpenedService, openService, type ServiceChoice } from '../sources/open-service.js';
import { checkBeforeStart, prepareToServe, readAddress } from '../serve/prepare-to-serve.js';
import { readWorkers, serveWithWorkers } from '../serve/serve-with-workers.js';
import { serveAlone, serveAsWorker } from '../serve/serve-in-process.js';
import { serveWatching } from '../serve/serve-watching.js';
import { declareEntry, readAsOf } from '../shared-options.js';

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly workers?: string;
  readonly watch?: boolean;
  readonly config?: string;
  readonly asOf?: string;
  readonly demo?: boolean;
}

export const serveCommand = defineCommand<ServeOptions>({
  declare: (command) => {
    declareEntry(command);
    command
      .option('-p, --port <port>', 'port; by default PORT or 3000; 0 picks a free one')
      .option('--host <host>', 'address to listen on; by default HOST or 127.0.0.1; 0.0.0.0 for all networks')
      .option('--workers <number|auto>', 'number of processes; auto starts one per processor')
      .option('--watch', 'restart after every change to a file')
      .option('--config <svc.yaml>', 'settings file of the service; by default svc.yaml, if it exists')
      .option('--as-of <date>', 'start the clock of brownouts, sunsets and usage at this date (UTC)');
  },
  examples: [
    { line: 'svc serve', meaning: 'serve svc.config.ts on port 3000' },
    { line: 'svc serve --watch --port 8080', meaning: 'while you edit it' },
    { line: 'svc serve --as-of 2027-03-02', meaning: 'rehearse the day after a sunset' },
    { line: 'HOST=0.0.0.0 svc serve --workers auto', meaning: 'on all networks, one process per processor' },
  ],
  execute: async ({ io, operands: [entry], options, typed }) => {
    const choice = { entry, demo: options.demo };
    const workers = readWorkers(options.workers);
    readAddress(options, {}, {});
    const now = readClock(options, io);
    if (options.watch) return serveWatching(await findService(choice, io), options.config, typed, io);
    const configFile = options.config === undefined ? null : resolve(io.cwd, options.config);
    const service = await openForServing(choice, io);
    const warnings = cluster.isWorker ? 0 : await checkBeforeStart(service, now?.() ?? io.now());
    const prepared = await prepareToServe(service, { env: io.env, cwd: io.cwd, configFile, workers }, options);
    const ready = now ? { ...prepared, options: { ...prepared.options, now } } : prepared;
    await (await import('../../export/index.js')).endBundler();
    if (cluster.isWorker) return serveAsWorker(ready, io);
    return workers > 1 ? serveWithWorkers(ready, workers, warnings, typed, io) : serveAlone(ready, warnings, io);
  },
});

/** The clock that `--as-of` starts; null without it. A production service shows its clients the real date. */
function readClock({ asOf, demo }: ServeOptions, io: Io): (() => Date) | null {
  if (asOf === undefined) return null;
  if (io.env.NODE_ENV === 'production' && !demo)
    throw usageError('--as-of is refused with NODE_ENV=production: real clients would be turned away. Unset NODE_ENV.');
  const offset = readAsOf(asOf, io.now).getTime() - io.now().getTime();
  return () => new Date(io.now().getTime() + offset);
}

/** Sends the files of the service to a watching parent, even if the service cannot be loaded. */
async function openForServing(choice: ServiceChoice, io: Io): Promise<OpenedService> {
  try {
    const service = await openService(
      choice,
      { command: 'svc serve', instead: 'svc docs writes their page as static files.' },
      io,
    );
    await io.tellParent({ type: 'loaded', isWhole: true, inputs: service.inputs });
    const { servesRoutes } = await import('../../routing/table/lenses-definition.js');
    if (servesRoutes(service.definition)) return service;
    throw usageError(
      `${service.sourceOf()?.file ?? 'The configuration'} has lenses and no root, so there is nothing to serve. Add root: AppModule, or start your own program.`,
    );
  } catch (error) {
    if (error instanceof LoadError) await io.tellParent({ type: 'loaded', isWhole: false, inputs: error.inputs });
    throw error;
  }
}
