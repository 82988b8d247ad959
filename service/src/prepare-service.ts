import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { type AccessLogger, type Logger, type PreparedService, provide, type ServeEnvironment } from 'svckit';
import { LOGGER } from './configuration/logger.js';
import { readSettings, type SettingsReading } from './configuration/read-settings.js';
import { SETTINGS } from './configuration/settings.js';
import type { Settings } from './configuration/settings-schema.js';
import { describeParts } from './describe-parts.js';

/** One JSON object a line on standard error: the log from `level` on, and every line of the access log. */
async function openLogs(level: string): Promise<{ readonly logger: Logger; readonly accessLogger: AccessLogger }> {
  const { destination, pino } = await import('pino');
  const log = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: true }),
  );
  const logger: Logger = {
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
    error: (message, fields = {}) => log.error(fields, message),
  };
  return { logger, accessLogger: log.child({}, { level: 'info' }) };
}

/** Reads the configuration once, before the app is created. Throws one SettingsError that lists every problem. */
export async function prepareService(environment: ServeEnvironment): Promise<PreparedService> {
  const { settings } = await loadSettings(environment);
  const effective = shareBetweenWorkers(settings, environment.workers);
  const { logger, accessLogger } = await openLogs(settings.LOG_LEVEL);
  return {
    logger,
    accessLog: settings.ACCESS_LOG && { logger: accessLogger },
    metrics: settings.METRICS,
    drainDelayMs: settings.DRAIN_DELAY_MS,
    telemetry: settings.TELEMETRY,
    providers: [provide(SETTINGS, { useValue: effective }), provide(LOGGER, { useValue: logger })],
    address: { host: settings.HOST, port: settings.PORT },
    parts: describeParts(effective, environment.workers),
  };
}

/** The environment and svc.yaml of the working directory, or the given file. */
export async function loadSettings({
  env,
  cwd,
  configFile,
}: Pick<ServeEnvironment, 'env' | 'cwd' | 'configFile'>): Promise<SettingsReading> {
  const yamlText = await readFile(configFile ?? join(cwd, 'svc.yaml'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && configFile === null) return '';
    throw new Error(`The settings file ${configFile ?? 'svc.yaml'} cannot be read: ${error.message}`);
  });
  return readSettings({ env, cwd, yamlText, yamlFile: configFile === null ? undefined : nameOf(configFile, cwd) });
}

/** Relative to the working directory when it is inside it. */
function nameOf(file: string, cwd: string): string {
  const name = relative(cwd, file);
  return name.startsWith('..') || isAbsolute(name) ? file : name;
}

/** Several processes on one machine always share their counts: in Redis, or else in the database. */
function shareBetweenWorkers(settings: Settings, workers: number): Settings {
  const apart = workers > 1 && settings.SHARED_STATE === 'auto' && settings.REDIS_URL === undefined;
  return apart ? Object.freeze({ ...settings, SHARED_STATE: 'database' as const }) : settings;
}
