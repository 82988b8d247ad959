import type { IncomingMessage } from 'node:http';
import type { Step } from '../endpoint/exchange.js';
import type { LargeBodies } from '../request/large-bodies.js';
import { readBody } from '../request/read-body.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { Logger } from '../../routing/table/logger.js';
import { hasBody } from './media-type.js';

type ParsedRequest = IncomingMessage & { readonly body?: unknown };

/** What an outer body parser made of the body; undefined where none read it. */
export const parsedBody = (req: IncomingMessage): unknown => (req as ParsedRequest).body;

/** Throws where the body was read before the request came here. */
export function requireUnread(req: IncomingMessage): void {
  if (!(req.readableEnded || req.readableFlowing) || !hasBody(req)) return;
  throw new Error(
    'The body was read before the request reached svckit, and req.body does not hold it. ' +
      'Add svckit before the middleware that reads it, or let that set req.body.',
  );
}

/** The step of a body that another application reads after it was converted: a parser that ran before has kept no bytes to convert. */
export const readFirst =
  (step: Step, logger: Logger): Step =>
  (exchange) => {
    const { req, endpoint } = exchange;
    if (!hasBody(req) || !(req.readableEnded || req.readableFlowing || parsedBody(req) !== undefined))
      return step(exchange);
    const { method, path } = endpoint.route;
    logger.error(`${method} ${path} cannot be converted`, { error: orderDetail });
    throw new HttpError(500, orderDetail, { code: 'body-read-before' });
  };

const orderDetail = 'The body was read before svckit could convert it. Put svckit before whatever reads bodies.';

/** Reads the bytes of the body. When an outer body parser has read them, they are rebuilt from its result. */
export function readWhole(
  limit: number,
  largeBodies: LargeBodies,
  requireForm: ((req: IncomingMessage) => void) | null,
): Step {
  return (exchange) => {
    const { req } = exchange;
    if (requireForm !== null && hasBody(req)) requireForm(req);
    const parsed = parsedBody(req);
    if (parsed !== undefined) {
      exchange.rawBody = Buffer.isBuffer(parsed) ? parsed : Buffer.from(JSON.stringify(parsed));
      return undefined;
    }
    requireUnread(req);
    if (!hasBody(req) && req.readableEnded) {
      exchange.rawBody = Buffer.alloc(0);
      return undefined;
    }
    return {
      then: (proceed, refuse) =>
        readBody(
          exchange,
          limit,
          largeBodies,
          (bytes) => {
            exchange.rawBody = bytes;
            proceed();
          },
          refuse,
        ),
    };
  };
}
