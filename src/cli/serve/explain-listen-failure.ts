import { CommandFailure } from '../command-failure.js';
import type { Address } from './read-address.js';

/** The one line for an address that cannot be listened on; null for any other error. */
export function explainListenFailure(error: unknown, { port, host }: Address): CommandFailure | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandFailure(
        `Port ${port} on ${host} is taken. Stop what listens there, or choose another port: --port ${port < 65_535 ? port + 1 : 0}`,
        1,
      );
    case 'EACCES':
      return new CommandFailure(
        `Port ${port} on ${host} is not allowed for this user. Choose one above 1023: --port 3000`,
        1,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandFailure(
        `${host} is no address of this machine. Write --host 127.0.0.1, or --host 0.0.0.0 for every network.`,
        1,
      );
    default:
      return null;
  }
}
