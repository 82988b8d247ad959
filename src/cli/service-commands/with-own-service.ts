import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../io.js';
import { openService } from '../open-service.js';
import { prepareToServe } from '../serve/prepare-to-serve.js';
import { type RunningService, startService } from '../serve/start-service.js';
import { stopCodes } from '../serve/wait-for-stop.js';

/** A signal ended the work before it was done. */
export interface Interrupted {
  readonly exitCode: number;
}

/**
 * Works with the bundled service with nothing configured, on a free port and a data folder that goes in the end, after a
 * signal too; a second signal ends the process at once.
 */
export async function withOwnService<T>(io: Io, work: (url: string) => Promise<T>): Promise<T | Interrupted> {
  let forget = () => {};
  const interrupted = new Promise<Interrupted>((resolve) => {
    forget = io.onStop((request) => resolve({ exitCode: stopCodes[request] }));
  });
  const folder = await mkdtemp(join(tmpdir(), 'svc-self-test-'));
  const starting = startIn(folder, io);
  try {
    return await Promise.race([starting.then(({ url }) => work(url)), interrupted]);
  } finally {
    forget();
    await starting.then(
      ({ close }) => close(),
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  }
}

async function startIn(folder: string, io: Io): Promise<RunningService> {
  const service = await openService({ demo: true }, { cwd: folder });
  const environment = { env: { DATA_DIR: folder, LOG_LEVEL: 'error' }, cwd: folder, configFile: null, workers: 1 };
  return startService(await prepareToServe(service, environment, { host: '127.0.0.1', port: '0' }), io);
}
