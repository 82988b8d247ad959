import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { HttpError } from '../routing/table/http-error.js';
import { mountPath } from '../routing/table/path.js';
import type { MountHandler, ServiceOptions } from '../routing/table/service-options.js';
import { type Injectable, isToken } from '../wiring/token.js';

type Next = (error?: unknown) => void;

/** The Express app behind the declared routes: mounted handlers, and whatever its owner adds. */
export interface Mounts {
  readonly express: Express;
  /** Answers, or calls `next()`. */
  enter(req: IncomingMessage, res: ServerResponse, next: Next): void;
}

/** Puts the mounted handlers into an Express app of their own. */
export function openMounts(
  { prefix, mount = [], trustProxy = false }: ServiceOptions,
  resolve: <T>(target: Injectable<T>) => T,
): Mounts {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.set('etag', false);
  for (const entry of mount) {
    const handler = isToken(entry.handler) ? resolve<MountHandler>(entry.handler) : entry.handler;
    app.use(mountPath(prefix, entry), handler as RequestHandler);
  }
  return {
    express: app,
    enter: (req, res, next) =>
      app(req as never, res as never, (error: unknown) =>
        next(error === undefined || error === null ? undefined : mountError(error)),
      ),
  };
}

/** Express middleware reports a fault of the caller as an error with a 4xx `status` and a message that may be shown. */
function mountError(error: unknown): unknown {
  const { status, expose, message } = error as { status?: unknown; expose?: unknown; message?: unknown };
  const isCallers = typeof status === 'number' && status >= 400 && status < 500;
  return isCallers && expose !== false && typeof message === 'string' ? new HttpError(status, message) : error;
}
