import type { IncomingMessage } from 'node:http';
import type { AccessLogger, AccessLogOptions } from '../../routing/table/observing-options.js';
import { packageNeeds } from '../../routing/table/optional-packages.js';
import { loadPackage } from './load-package.js';
import type { Observation, Observer, Outcome } from './observation.js';

/** One line per request, at the level info: never a query, a body, or a header besides the user agent. */
export async function accessLog(option: true | AccessLogOptions): Promise<Observer> {
  const logger = await openLogger(option === true ? {} : option);
  return async (seen, next) => {
    const began = performance.now();
    const { socket } = seen.req;
    const sentBefore = socket.bytesWritten;
    const outcome = await next();
    const facts = { durationMs: milliseconds(began), bytes: socket.bytesWritten - sentBefore };
    logger.info(fieldsOf(seen, outcome, facts), `${seen.req.method} ${seen.path} ${outcome.status}`);
    return outcome;
  };
}

/** To three decimals. */
const milliseconds = (since: number) => Math.round((performance.now() - since) * 1000) / 1000;

function fieldsOf(seen: Observation, { status, whole }: Outcome, facts: Readonly<Record<string, number>>) {
  const { req, path, pattern, version, caller, trace, address } = seen;
  return {
    method: req.method,
    path,
    ...(pattern !== null && { route: pattern }),
    status,
    ...facts,
    ...(!whole && { aborted: true }),
    ...(version !== null && { version }),
    traceId: trace.traceId,
    ...(caller !== null && { callerId: caller.id }),
    clientAddress: address,
    ...userAgentOf(req),
  };
}

function userAgentOf({ headers }: IncomingMessage): { readonly userAgent?: string } {
  const userAgent = headers['user-agent'];
  return userAgent === undefined ? {} : { userAgent };
}

async function openLogger({ logger, destination }: AccessLogOptions): Promise<AccessLogger> {
  if (logger) return logger;
  const { pino, stdTimeFunctions } = await loadPackage(packageNeeds.accessLog, () => import('pino'));
  const output = destination ?? pino.destination({ dest: 1, sync: false });
  const log: AccessLogger = pino({ base: null, timestamp: stdTimeFunctions.isoTime }, output);
  return log;
}
