import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Io } from '../io.js';
import { openService } from '../open-service.js';
import { prepareToServe } from '../serve/prepare-to-serve.js';
import { type RunningService, startService } from '../serve/start-service.js';

/** The bundled service with nothing configured, on a free port and a data folder that goes when it closes. */
export async function startOwnService(io: Io): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-self-test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const service = await openService(undefined, { cwd: folder });
    const environment = { env: { DATA_DIR: folder, LOG_LEVEL: 'error' }, cwd: folder, configFile: null, workers: 1 };
    const { url, close } = await startService(await prepareToServe(service, environment, { host: '127.0.0.1', port: '0' }), io);
    return { url, close: () => close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
