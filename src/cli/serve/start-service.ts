import { consoleLogger } from '../../server/observe/console-logger.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import type { Address, ReadyService } from './prepare-to-serve.js';
import type { Logger } from '../../routing/table/logger.js';

export interface RunningService {
  readonly url: string;
  close(): Promise<void>;
}

/** Creates the app and listens; rejects with one message if either fails. */
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

/** A list of problems is printed as is; any other error comes from the code of the service, so its stack helps. */
function explainStartFailure(error: unknown, { env }: Io): string {
  if (!(error instanceof Error)) return `The service failed to start: it threw ${String(error)}`;
  if ('problems' in error && !env.SVC_DEBUG) return error.message;
  return `The service failed to start: ${error.stack ?? error.message}`;
}

/** The message for an address that cannot be listened on; null for any other error. */
function explainListenFailure(error: unknown, { port, host }: Address): CommandFailure | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandFailure(
        `Port ${port} on ${host} is in use. Stop the process that listens there, or choose another port: --port ${port < 65_535 ? port + 1 : 0}`,
        1,
      );
    case 'EACCES':
      return new CommandFailure(
        `Port ${port} on ${host} needs more privileges. Choose a port above 1023: --port 3000`,
        1,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandFailure(
        `${host} is not an address of this machine. Use --host 127.0.0.1, or --host 0.0.0.0 for all networks.`,
        1,
      );
    default:
      return null;
  }
}

/** A logger whose stack traces point to the sources of the service instead of the bundle. */
function restoreStacks(logger: Logger, restore: (stack: string) => string): Logger {
  return {
    info: (message, fields) => logger.info(message, fields),
    warn: (message, fields) => logger.warn(message, fields),
    error: (message, fields) =>
      logger.error(message, typeof fields?.error === 'string' ? { ...fields, error: restore(fields.error) } : fields),
  };
}
