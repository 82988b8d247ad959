import type { PartDescription, ServeEnvironment, ServiceOptions } from '../../routing/table/service-options.js';
import { problemLine } from '../../report/result.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import type { OpenedService } from '../open-service.js';

/** A service that is about to be started, and where. */
export interface ReadyService {
  readonly service: OpenedService;
  /** What the definition says, and what its `prepare` made of the environment. */
  readonly options: ServiceOptions;
  readonly parts: readonly PartDescription[];
  readonly address: Address;
}

/** Counts the warnings of a service that may start; throws with the lines that `svc check` prints when it may not. */
export async function checkBeforeStart(service: OpenedService, io: Io): Promise<number> {
  const { checkWholeService } = await import('../../export/index.js');
  const problems = await checkWholeService(service, { asOf: io.now() });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new CommandFailure(errors.map(problemLine).join('\n'), 1);
  return problems.length;
}

/** Asks the definition what the environment makes of it; throws with its message when that is nothing good. */
export async function prepareToServe(
  service: OpenedService,
  environment: ServeEnvironment,
  flags: { readonly port?: string; readonly host?: string },
): Promise<ReadyService> {
  const { root: _root, prepare, ...options } = service.definition;
  if (environment.configFile !== null && !prepare)
    throw usageError('--config names a settings file, and this service reads none. Leave it out.');
  try {
    const { address = {}, parts = [], ...prepared } = (await prepare?.(environment)) ?? {};
    return {
      service,
      options: { ...options, ...prepared },
      parts,
      address: readAddress(flags, address, environment.env),
    };
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(error instanceof Error ? error.message : String(error), 1);
  }
}

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
