import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';

/** Waits for work of the bundled service, whose errors explain themselves; throws what goes wrong as a failure with exit code 1. */
export async function orFail<T>(work: Promise<T>, { env }: Pick<Io, 'env'>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(explain(error, env), 1);
  }
}

/** The message and what caused it; the stack when SVC_DEBUG is set. */
function explain(error: unknown, env: Io['env']): string {
  if (!(error instanceof Error)) return String(error);
  if (env.SVC_DEBUG) return error.stack ?? error.message;
  const { message, cause } = error;
  return cause instanceof Error && !message.includes(cause.message) ? `${message}\n${cause.message}` : message;
}
