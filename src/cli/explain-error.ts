import { LoadError } from '../export/loader/load-error.js';
import { CommandFailure } from './command-failure.js';
import type { Io } from './io.js';

/** An error with a fix is printed as is; an unexpected one with its stack if SVC_DEBUG is set. */
export function explainError(error: unknown, { env }: Pick<Io, 'env'>): string {
  if (error instanceof CommandFailure) return error.message;
  if (!(error instanceof Error)) return `svc failed: ${String(error)}`;
  if (error instanceof LoadError) return `${error.message}${error.message.includes('\n') ? '\n' : ' '}${error.fix}`;
  return env.SVC_DEBUG
    ? `svc failed: ${error.stack ?? error.message}`
    : `svc failed: ${error.message}\nSet SVC_DEBUG=1 to see the stack trace.`;
}
