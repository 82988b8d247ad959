import type { IncomingMessage } from 'node:http';
import type { Step } from './endpoint.js';
import type { Exchange } from './exchange.js';
import type { LargeBodies } from '../request/large-bodies.js';
import { readBody, requireJson } from '../request/read-body.js';

type ParsedRequest = IncomingMessage & { readonly body?: unknown };

const alreadyRead =
  'The body was read before the request reached svckit, and req.body does not hold it. ' +
  'Add svckit before the middleware that reads it, or let that set req.body.';

/** Reads the bytes of the body. When an outer body parser has read them, they are rebuilt from its result. */
export function bodyStep(limit: number, json: boolean, largeBodies: LargeBodies): Step {
  return (exchange) => {
    const { req } = exchange as Exchange & { req: ParsedRequest };
    if (json && hasBody(req)) requireJson(req);
    if (req.body !== undefined) {
      exchange.rawBody = Buffer.isBuffer(req.body) ? req.body : Buffer.from(JSON.stringify(req.body));
      return undefined;
    }
    if (hasBody(req) && (req.readableEnded || req.readableFlowing)) throw new Error(alreadyRead);
    if (req.readableEnded) {
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

function hasBody(req: IncomingMessage): boolean {
  return (req.headers['content-length'] ?? '0') !== '0' || req.headers['transfer-encoding'] !== undefined;
}
