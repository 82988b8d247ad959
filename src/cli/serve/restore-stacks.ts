import type { Logger } from '../../routing/table/service-options.js';

/** A logger whose stacks lead to the service's own sources instead of to the bundle that runs. */
export function restoreStacks(logger: Logger, restore: (stack: string) => string): Logger {
  return {
    info: (message, fields) => logger.info(message, fields),
    warn: (message, fields) => logger.warn(message, fields),
    error: (message, fields) =>
      logger.error(message, typeof fields?.error === 'string' ? { ...fields, error: restore(fields.error) } : fields),
  };
}
