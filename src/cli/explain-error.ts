import { LoadError } from '../export/loader/load-error.js';
import { CommandFailure } from './command-failure.js';
import type { Io } from './io.js';

/** An error with a fix is printed as is; an unexpected one with its stack if SVC_DEBUG is set. */
export function explainError(error: unknown, { env }: Pick<Io, 'env'>): string {
  if (error instanceof CommandFailure) return error.message;
  if (!(error instanceof Error)) return `svc failed: ${String(error)}`;
  if (error instanceof LoadError) return `${error.message}${error.message.includes('\n') ? '\n' : ' '}${error.fix}`;
  const missing = missingExecutable(error);
  if (missing && !env.SVC_DEBUG) return missing;
  return env.SVC_DEBUG
    ? `svc failed: ${error.stack ?? error.message}`
    : `svc failed: ${error.message}\nSet SVC_DEBUG=1 to see the stack trace.`;
}

/** What to install where the native half of a package is missing: it is an optional dependency, which `npm install --omit=optional` leaves out. */
function missingExecutable({ message }: Error): string | null {
  const found = [
    {
      name: 'esbuild',
      pattern: /Cannot find module 'esbuild'|is needed by esbuild|installed esbuild for another platform/,
    },
    { name: 'oxc-parser', pattern: /^Cannot find native binding/ },
  ].find(({ pattern }) => pattern.test(message));
  return found
    ? `The executable of ${found.name} for ${process.platform} ${process.arch} is not installed: it is an optional dependency of svckit. Run npm install --include=optional.`
    : null;
}
