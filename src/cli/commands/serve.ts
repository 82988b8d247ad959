import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { findEntry } from '../../export/loader/find-entry.js';
import { LoadError } from '../../export/loader/load-error.js';
import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import type { Io } from '../io.js';
import { type OpenedService, openService } from '../open-service.js';
import { checkBeforeStart, prepareToServe, readAddress } from '../serve/prepare-to-serve.js';
import { readWorkers, serveWithWorkers } from '../serve/serve-with-workers.js';
import { serveAlone, serveAsWorker } from '../serve/serve-in-process.js';
import { serveWatching } from '../serve/serve-watching.js';
import { declareEntry } from '../shared-options.js';

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly workers?: string;
  readonly watch?: boolean;
  readonly config?: string;
}

export const serveCommand = defineCommand<ServeOptions>({
  declare: (command) => {
    declareEntry(command);
    command
      .option('-p, --port <port>', 'the port; PORT or 3000 by default, 0 takes any free one')
      .option('--host <host>', 'the address to listen on; HOST or 127.0.0.1 by default, 0.0.0.0 for every network')
      .option('--workers <number|auto>', 'how many processes serve; auto is one per processor')
      .option('--watch', 'start again after every saved change')
      .option('--config <svc.yaml>', "the bundled service's settings file");
  },
  examples: [
    { line: 'svc serve', meaning: 'serve svc.config.ts, or the bundled service, on port 3000' },
    { line: 'svc serve --watch --port 8080', meaning: 'while you write it' },
    { line: 'HOST=0.0.0.0 svc serve --workers auto', meaning: 'on every network, one process per processor' },
  ],
  execute: async ({ io, operands: [entry], options, typed }) => {
    const workers = readWorkers(options.workers);
    readAddress(options, {}, {});
    if (options.watch) return serveWatching(watchedEntry(entry, io), options.config, typed, io);
    const configFile = options.config === undefined ? null : resolve(io.cwd, options.config);
    const service = await openForServing(entry, io);
    const warnings = cluster.isWorker ? 0 : await checkBeforeStart(service, io);
    const ready = await prepareToServe(service, { env: io.env, cwd: io.cwd, configFile, workers }, options);
    if (cluster.isWorker) return serveAsWorker(ready, io);
    return workers > 1 ? serveWithWorkers(ready, workers, warnings, typed, io) : serveAlone(ready, warnings, io);
  },
});

function watchedEntry(entry: string | undefined, { cwd }: Io): string {
  const file = findEntry(entry, cwd);
  if (file !== null) return file;
  throw usageError(
    '--watch needs a service that can change: there is no svc.config.ts here. Name an export file, or leave --watch out.',
  );
}

/** A process that watches wants to know the files, also of a service that cannot be loaded. */
async function openForServing(entry: string | undefined, io: Io): Promise<OpenedService> {
  try {
    const service = await openService(entry, io);
    await io.tellParent({ type: 'loaded', isWhole: true, inputs: service.inputs });
    return service;
  } catch (error) {
    if (error instanceof LoadError) await io.tellParent({ type: 'loaded', isWhole: false, inputs: error.inputs });
    throw error;
  }
}
