import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type express from 'express';
import type { Express, RequestHandler } from 'express';
import { problem } from '../../report/boot-problem.js';
import { BootError } from '../../routing/table/boot-error.js';
import { HttpError } from '../../routing/table/http-error.js';
import { mountPath } from '../../routing/table/path.js';
import type { MountHandler } from '../../routing/table/mount.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { type Injectable, isToken } from '../../wiring/token.js';
import { FetchRequest } from '../fetch/fetch-request.js';
import { ownMethods } from '../fetch/light-stream.js';

type Next = (error?: unknown) => void;

/** The Express app behind the declared routes: the mounted handlers, and any that its owner adds. Express is loaded for the first of them. */
export class Mounts {
  readonly #trustProxy: ServiceOptions['trustProxy'];
  #app: Express | null = null;

  constructor({ prefix, mount = [], trustProxy }: ServiceOptions, resolve: <T>(target: Injectable<T>) => T) {
    this.#trustProxy = trustProxy;
    for (const entry of mount) {
      const handler = isToken(entry.handler) ? resolve<MountHandler>(entry.handler) : entry.handler;
      this.express.use(mountPath(prefix, entry), handler as RequestHandler);
    }
  }

  get express(): Express {
    return (this.#app ??= this.#open());
  }

  /** Answers, or calls `next()`. */
  enter(req: IncomingMessage, res: ServerResponse, next: Next): void {
    if (this.#app === null) return next();
    if (req instanceof FetchRequest) for (const light of [req, res]) ownMethods(light);
    this.#app(req as never, res as never, (error: unknown) =>
      next(error === undefined || error === null ? undefined : mountError(error)),
    );
  }

  #open(): Express {
    const app = loadExpress()();
    app.disable('x-powered-by');
    app.set('trust proxy', this.#trustProxy ?? false);
    app.set('etag', false);
    return app;
  }
}

/** At once, because an app is complete when it is created; where there are no modules of Node, a BootError. */
function loadExpress(): typeof express {
  try {
    return createRequire(import.meta.url)('express') as typeof express;
  } catch (error) {
    throw new BootError([
      problem(
        'invalid-option',
        'The option mount needs Express, which this runtime cannot load.',
        `Serve mounted handlers on Node, Bun or Deno: ${(error as Error).message}`,
        { option: 'mount' },
      ),
    ]);
  }
}

/** Express middleware reports a client error with a 4xx `status` and a message that may be shown. */
function mountError(error: unknown): unknown {
  const { status, expose, message } = error as { status?: unknown; expose?: unknown; message?: unknown };
  const isCallers = typeof status === 'number' && status >= 400 && status < 500;
  return isCallers && expose !== false && typeof message === 'string' ? new HttpError(status, message) : error;
}
