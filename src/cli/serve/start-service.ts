import { consoleLogger } from '../../server/console-logger.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { explainListenFailure } from './explain-listen-failure.js';
import type { ReadyService } from './prepare-to-serve.js';
import { restoreStacks } from './restore-stacks.js';

export interface RunningService {
  readonly url: string;
  close(): Promise<void>;
}

/** Makes the app and listens; rejects with one clear message when either fails. */
export async function startService({ service, options, address }: ReadyService, io: Io): Promise<RunningService> {
  const { createApp } = await import('../../index.js');
  const logger = restoreStacks(options.logger ?? consoleLogger, service.restoreStack);
  const app = await createApp(service.definition.root, { ...options, logger }).catch((error: unknown) => {
    throw new CommandFailure(service.restoreStack(explainStartFailure(error, io)), 1);
  });
  try {
    return { url: await app.listen(address.port, address.host), close: () => app.close() };
  } catch (error) {
    await app.close();
    throw explainListenFailure(error, address) ?? error;
  }
}

/** An error that lists problems explains itself; any other one comes from the service's own code, and its stack says where. */
function explainStartFailure(error: unknown, { env }: Io): string {
  if (!(error instanceof Error)) return `The service did not start: it threw ${String(error)}`;
  if ('problems' in error && !env.SVC_DEBUG) return error.message;
  return `The service did not start: ${error.stack ?? error.message}`;
}
