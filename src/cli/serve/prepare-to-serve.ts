import type { PartDescription, ServeEnvironment } from '../../routing/table/service-definition.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { problemLine } from '../../report/result.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import type { OpenedService } from '../sources/open-service.js';

/** A service that is ready to start, and its address. */
export interface ReadyService {
  readonly service: OpenedService;
  /** The options of the definition, and those that its `prepare` returned. */
  readonly options: ServiceOptions;
  readonly parts: readonly PartDescription[];
  readonly address: Address;
}

/** Counts the warnings of `svc check` as of a date; throws with its errors if there are any. */
export async function checkBeforeStart(service: OpenedService, asOf: Date): Promise<number> {
  const { checkWholeService } = await import('../../export/index.js');
  const problems = await checkWholeService(service, { asOf });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new CommandFailure(errors.map(problemLine).join('\n'), 1);
  return problems.filter(({ severity }) => severity === 'warning').length;
}

/** Runs `prepare` of the definition with the environment; throws with its message if it fails. */
export async function prepareToServe(
  service: OpenedService,
  environment: ServeEnvironment,
  flags: { readonly port?: string; readonly host?: string },
): Promise<ReadyService> {
  const { root: _root, prepare, ...options } = service.definition;
  if (environment.configFile !== null && !prepare)
    throw usageError('--config names a settings file, but this service reads none. Omit --config.');
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

/** The address to listen on: from the command line, else the settings of the service, else PORT and HOST, else 127.0.0.1:3000. */
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
  if (host.trim() === '')
    throw usageError('--host is empty. Use an address or a name, such as 0.0.0.0 for all networks.');
  return { port, host };
}

function readPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw usageError(`${name} ${JSON.stringify(text)} is not a port. Use a number from 0 to 65535; 0 picks a free port.`);
}
