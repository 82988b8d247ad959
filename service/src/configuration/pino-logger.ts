import type { Logger } from 'svckit';

/** One JSON object a line on standard error, from `level` on. */
export async function openPinoLogger(level: string): Promise<Logger> {
  const { destination, pino } = await import('pino');
  const log = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: true }),
  );
  return {
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
    error: (message, fields = {}) => log.error(fields, message),
  };
}
