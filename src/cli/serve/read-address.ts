import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';

export interface Address {
  readonly port: number;
  readonly host: string;
}

/** Where to listen: the command line, else what the service's own settings say, else PORT and HOST, else 127.0.0.1:3000. */
export function readAddress(
  options: { readonly port?: string; readonly host?: string },
  own: Partial<Address>,
  env: Io['env'],
): Address {
  const port =
    options.port !== undefined
      ? readPort('--port', options.port)
      : (own.port ?? (env.PORT ? readPort('PORT', env.PORT) : 3000));
  const host = options.host ?? own.host ?? (env.HOST || '127.0.0.1');
  if (host.trim() === '') throw usageError('--host takes an address or a name, such as 0.0.0.0 for every network.');
  return { port, host };
}

function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw usageError(
    `${name} ${JSON.stringify(text)} is not a port. Write a number from 0 to 65535; 0 takes any free one.`,
  );
}
