import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { HttpError } from '../routing/table/http-error.js';
import { joinPath } from '../routing/table/path.js';
import type { Mount, MountHandler, ServiceOptions } from '../routing/table/service-options.js';
import { type Injectable, isToken } from '../wiring/token.js';

type Next = (error?: unknown) => void;

/** The Express app behind the declared routes: mounted handlers, and whatever its owner adds. */
export interface GuestRoom {
  readonly express: Express;
  /** Whether a mount's path covers the address. */
  claims(url: string): boolean;
  /** Answers, or says `next()`. */
  enter(req: IncomingMessage, res: ServerResponse, next: Next): void;
}

export function openGuestRoom(
  { prefix = '', mount = [], trustProxy = false }: ServiceOptions,
  resolve: <T>(target: Injectable<T>) => T,
): GuestRoom {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.set('etag', false);
  const paths = mount.map((entry) => {
    const path = mountPath(prefix, entry);
    app.use(path, (isToken(entry.handler) ? resolve<MountHandler>(entry.handler) : entry.handler) as RequestHandler);
    return path;
  });
  return {
    express: app,
    claims: (url) =>
      paths.some((path) => url.startsWith(path) && /^(?:[/?#]|$)/.test(url.slice(path === '/' ? 0 : path.length))),
    enter: (req, res, next) =>
      app(req as never, res as never, (error: unknown) =>
        next(error === undefined || error === null ? undefined : guestError(error)),
      ),
  };
}

export function mountPath(prefix: string, { path }: Pick<Mount, 'path'>): string {
  return joinPath(prefix, path).path;
}

/** Express middleware reports a caller's fault as an error with a 4xx `status` and a message that may be shown. */
function guestError(error: unknown): unknown {
  const { status, expose, message } = error as { status?: unknown; expose?: unknown; message?: unknown };
  const isCallers = typeof status === 'number' && status >= 400 && status < 500;
  return isCallers && expose !== false && typeof message === 'string' ? new HttpError(status, message) : error;
}
